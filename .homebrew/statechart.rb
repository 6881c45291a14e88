# Installs the command without compiling it. `.ci/release` fills in what is in capital letters.
class Statechart < Formula
  desc "Checks, draws and runs flows written as YAML statecharts"
  version "VERSION"
  url "FILES/NAME"
  sha256 "SHA256"
  license "Apache-2.0"
  depends_on :SYSTEM
  depends_on arch: :ARCHITECTURE

  def install
    bin.install "bin/statechart"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/statechart"
    zsh_completion.install "share/zsh/site-functions/_statechart"
    fish_completion.install "share/fish/vendor_completions.d/statechart.fish"
    doc.install "share/doc/statechart/copyright"
    pkgshare.install "share/statechart/examples"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/statechart --version")
  end
end
