"""Writes the files of a release: release.py INSTALLED MAP FOLDER

INSTALLED is what `.ci/install` installs, MAP is the linker's map of the program. For Linux on x86-64, FOLDER gets:

  statechart-linux-x86_64.tar.gz       the program with completions, manual pages and licenses
  statechart-linux-x86_64.deb          the same as a package for Debian and Ubuntu
  statechart-linux-x86_64.spdx.json    what is in the program: an SBOM, SPDX 2.3
  statechart.artifactbundle.zip        the program for SwiftPM
  statechart-plugins.zip               a Swift package with that bundle and the three plugins
  statechart.rb                        a formula for Homebrew, which takes the files from the address STATECHART_FILES
  SHA256SUMS

Times are SOURCE_DATE_EPOCH, and nothing depends on the order or the modes of files.
"""
import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
SYSTEM = f"{'macos' if platform.system() == 'Darwin' else 'linux'}-{platform.machine()}"
SWIFT = "https://github.com/swiftlang/"
APACHE_SWIFT = "Apache-2.0 WITH Swift-exception"

# What comes with Swift's toolchain: a pattern of archives or of their members, the project, its license, its address. The first
# pattern that matches decides.
TOOLCHAIN = [
    (r"libswiftCore\.a\((ErrorHandling|Hashing|MemAlloc|SmallPtrSet|SmallVector|StringRef)\.cpp\.o\)", "llvm-project",
     "Apache-2.0 WITH LLVM-exception", SWIFT),
    (r"libswiftCore\.a\(Unicode\w+\.cpp\.o\)", "unicode-character-database", "Unicode-3.0", "https://www.unicode.org/ucd"),
    (r"libswift_(StringProcessing|RegexParser)\.a|libswiftRegexBuilder\.a", "swift-experimental-string-processing", APACHE_SWIFT,
     SWIFT),
    (r"libFoundationEssentials\.a|lib_FoundationCShims\.a", "swift-foundation", APACHE_SWIFT, SWIFT),
    (r"lib_FoundationCollections\.a", "swift-collections", APACHE_SWIFT, "https://github.com/apple/"),
    (r"libdispatch\.a|libBlocksRuntime\.a|libswiftDispatch\.a", "swift-corelibs-libdispatch", APACHE_SWIFT, SWIFT),
    (r"libswift(Core|_Concurrency|Glibc|Synchronization|Runtime|SwiftOnoneSupport|_Builtin_float|Observation)\.a|swiftrt\.o", "swift",
     APACHE_SWIFT, SWIFT),
]
# The licenses of Debian's source packages.
DEBIAN = {"libyaml": "MIT", "glibc": "LGPL-2.1-or-later", r"gcc-\d+": "GPL-3.0-or-later WITH GCC-exception-3.1"}


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def version():
    return re.search(r'version: "([^"]+)"', (ROOT / "Sources/statechart/Main.swift").read_text())[1]


def linked(map):
    """The files in the program, and of archives the members: `FILE` or `FILE(MEMBER)`."""
    text = map.read_text(errors="replace")
    if platform.system() == "Darwin":
        inputs = re.findall(r"^\[ *\d+\] (.+)$", text.split("# Sections:")[0], re.M)
    else:
        # Four columns of numbers, eight spaces, the input and its section.
        inputs = re.findall(r"^ *[0-9a-f]+ +[0-9a-f]+ +[0-9a-f]+ +\d+ {9}(?! )(.+):\(.*\)$", text, re.M)
    found = set()
    for each in set(inputs) - {"<internal>", "linker synthesized"}:
        parts = re.fullmatch(r"(/.*?\.(?:a|o|obj|tbd|dylib))(?:\[\d+\])?(\(.+\))?", each)
        if not parts:
            sys.exit(f"FAILED: {each} is in the program, and .ci/release.py cannot read its name")
        found.add(parts[1] + (parts[2] or ""))
    return sorted(found)


def component(file, toolchain):
    """A component in the program by one of its files: name, version, license, address, text of the license, package URL."""
    if module := re.search(r"/([^/]+)\.build/[^/]+\.o$", file):
        if (ROOT / "Sources" / module[1]).is_dir():
            return None
        # Some packages have their modules in folders of other names.
        places = [f"Sources/{module[1]}", f"{module[1]}/Sources", f"{module[1]}/include"]
        found = {checkout for checkout in ROOT.glob(".build/checkouts/*") if any((checkout / each).is_dir() for each in places)}
        if len(found) != 1:
            sys.exit(f"FAILED: {module[1]} is in the program, and .ci/release.py finds it in {len(found)} packages")
        return package(found.pop())
    if "/swift_static/" in file:
        for pattern, name, license, home in TOOLCHAIN:
            if re.search(pattern, file):
                # The toolchain holds copies of projects that have versions of their own.
                number = toolchain["version"] if home == SWIFT else f"as in Swift {toolchain['version']}"
                address = home + name if home.endswith("/") else home
                url = f"pkg:github/swiftlang/{name}@swift-{number}-RELEASE" if home == SWIFT else None
                return name, number, license, address, toolchain["license"], url
        sys.exit(f"FAILED: {file} is in the program, and TOOLCHAIN in .ci/release.py does not say what it is")
    if platform.system() == "Darwin" and "libyaml" in file:
        [name, number] = output("brew", "list", "--versions", "libyaml").split()
        license = pathlib.Path(output("brew", "--prefix", "libyaml").strip()) / "LICENSE"
        return name, number, "MIT", "https://pyyaml.org/wiki/LibYAML", license, f"pkg:brew/{name}@{number}"
    return debian(re.sub(r"\(.*", "", file))


def package(checkout):
    """A package of SwiftPM's, as Package.resolved has it."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    [pin] = [pin for pin in pins if pin["identity"] == checkout.name.lower()]
    [license] = checkout.glob("LICENSE*")
    text = license.read_text()
    if text.startswith("MIT License"):
        identifier = "MIT"
    elif "Apache License" in text:
        identifier = APACHE_SWIFT if "Runtime Library Exception" in text else "Apache-2.0"
    else:
        sys.exit(f"FAILED: .ci/release.py does not know the license of {checkout.name}")
    name, number, address = pin["identity"], pin["state"]["version"], pin["location"].removesuffix(".git")
    return name, number, identifier, address, license, f"pkg:swift/{address.removeprefix('https://')}@{number}"


def debian(file):
    """A source package of Debian's."""
    # Folders at the root are links, and dpkg may know a file under either path.
    for path in {file, os.path.realpath(file), "/usr" + file, file.removeprefix("/usr")}:
        owner = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True).stdout
        if owner:
            break
    else:
        sys.exit(f"FAILED: {file} is in the program, and belongs to no package")
    name = owner.split(": ")[0]
    shown = output("dpkg-query", "--show", "--showformat=${source:Package}\n${source:Version}\n${Homepage}", name)
    source, number, home = shown.split("\n")
    for pattern, license in DEBIAN.items():
        if re.fullmatch(pattern, source):
            text = pathlib.Path("/usr/share/doc", name.split(":")[0], "copyright")
            return source, number, license, home or "NOASSERTION", text, f"pkg:deb/debian/{source}@{number}?arch=source"
    sys.exit(f"FAILED: .ci/release.py does not know the license of Debian's {source}, which is in the program")


def components(map):
    """All components in the program, sorted by name, without this package."""
    target = json.loads(output("swift", "-print-target-info"))
    share = pathlib.Path(target["paths"]["runtimeResourcePath"]).parent.parent / "share/swift"
    toolchain = {
        "version": re.search(r"Swift version (\S+)", target["compilerVersion"])[1],
        "license": share / "LICENSE.txt",
    }
    # One member of an archive is enough to know it, unless a pattern is about members.
    files = {}
    for file in linked(map):
        files.setdefault(file if "libswiftCore" in file else re.sub(r"\(.*", "", file), file)
    found = {each[0]: each for each in (component(file, toolchain) for file in files.values()) if each}
    if not found:
        sys.exit("FAILED: no component was found in the program")
    return sorted(found.values(), key=lambda each: each[0])


def sbom(parts, program):
    """The components of the program as SPDX 2.3."""
    def described(name, number, license, location, url=None):
        owner = re.match(r"https://github.com/([^/]+)/", location)
        supplier = "Debian" if url and url.startswith("pkg:deb") else owner[1] if owner else None
        part = {
            "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": number, "downloadLocation": location,
            "supplier": f"Organization: {supplier}" if supplier else "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": license, "licenseDeclared": license, "copyrightText": "NOASSERTION",
        }
        if url:
            part["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}]
        return part

    own = described("statechart", version(), "Apache-2.0", "NOASSERTION")
    own |= {"checksums": [{"algorithm": "SHA256", "checksumValue": digest(program)}], "primaryPackagePurpose": "APPLICATION"}
    packages = [own] + [described(*each[:4], each[5]) for each in parts]
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-statechart")]
    links += [("SPDXRef-statechart", "STATIC_LINK", each["SPDXID"]) for each in packages[1:]]
    created = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"statechart-{version()}-{SYSTEM}",
        "documentNamespace": f"https://spdx.org/spdxdocs/statechart-{version()}-{digest(program)}",
        "creationInfo": {"created": created, "creators": ["Tool: swift-statecharts-release"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target} for source, kind, target in links],
    }, indent=2) + "\n"


def licenses(parts):
    """The license of this package, then those of the components. Several components may share a text."""
    texts = {}
    for name, number, license, _, file, _ in parts:
        texts.setdefault(file.read_text(errors="replace"), []).append(f"{name} {number} ({license})")
    line = "-" * 80
    sections = [f"{line}\n{', '.join(names)}\n{line}\n\n{text.strip()}\n" for text, names in texts.items()]
    return "\n".join([(ROOT / "LICENSE").read_text(), "The program also contains the following components.\n", *sections])


def plugins_manifest():
    """The manifest of a package with the plugins and the program, from the plugins of this package's manifest."""
    manifest = (ROOT / "Package.swift").read_text()
    targets = re.findall(r"^    \.plugin\(\n      name: .*?^    \),\n", manifest, re.M | re.S)
    names = [re.search(r'name: "(\w+)"', target)[1] for target in targets]
    if names != sorted(each.name for each in (ROOT / "Sources/Plugins").iterdir()):
        sys.exit(f"FAILED: these are not all plugins: {names}")
    # Names of targets are unique among all packages that an app uses, and it may use the other package, too.
    # Decision: Docs/decisions/releases.md#two-packages-with-plugins
    targets = "".join(targets).replace('dependencies: ["statechart"]', 'dependencies: ["statechart-program"]')
    targets = re.sub(r'name: "(\w+)"', r'name: "Prebuilt\1"', targets).replace('path: "Sources/', 'path: "')
    products = "".join(f'    .plugin(name: "Prebuilt{name}", targets: ["Prebuilt{name}"]),\n' for name in names)
    return (
        f"{manifest.splitlines()[0]}\nimport PackageDescription\n\n"
        "// The plugins of swift-statecharts with the built command, so that no build compiles it.\n"
        f'let package = Package(\n  name: "statechart-plugins",\n  products: [\n{products}  ],\n  targets: [\n'
        f'    .binaryTarget(name: "statechart-program", path: "statechart.artifactbundle"),\n{targets}  ]\n)\n')


def files_of(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def mode(name):
    return 0o755 if name.split("/")[-2:] == ["bin", "statechart"] else 0o644


def write_tar(file, contents):
    with file.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, EPOCH) as packed, tarfile.TarFile(fileobj=packed, mode="w") as tar:
        for name, content in sorted(contents.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), EPOCH, mode(name)
            tar.addfile(entry, io.BytesIO(content))


def write_zip(file, contents):
    time = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time)
            entry.create_system, entry.external_attr = 3, (0o100000 | mode(name)) << 16  # as on Unix
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)


def debian_path(name):
    """Where Debian has a file of the archive."""
    return name.replace("zsh/site-functions", "zsh/vendor-completions")


def write_deb(file, contents):
    size = sum(map(len, contents.values()))
    control = (
        f"Package: statechart\nVersion: {version()}\nArchitecture: {output('dpkg', '--print-architecture').strip()}\n"
        f"Maintainer: the maintainers of swift-statecharts\nInstalled-Size: {size // 1024}\nSection: devel\nPriority: optional\n"
        "Description: checks, draws and runs flows written as YAML statecharts\n"
        " The command reports mistakes in charts, walks through them in the terminal,\n"
        " draws their diagrams, and generates Swift.\n")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {"DEBIAN/control": control.encode(), **{f"usr/{debian_path(name)}": each for name, each in contents.items()}}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(mode(name))
        for path in [pathlib.Path(folder), *pathlib.Path(folder).rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (EPOCH, EPOCH))
        # Several threads compress in other blocks than one.
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", folder, str(file)],
            check=True, stdout=subprocess.DEVNULL)


def main(installed, map, folder):
    program = installed / "bin/statechart"
    parts = components(map)
    contents = files_of(installed) | {"share/doc/statechart/copyright": licenses(parts).encode()}
    name = f"statechart-{SYSTEM}"
    archive = folder / f"{name}.tar.gz"
    write_tar(archive, {f"statechart/{each}": content for each, content in contents.items()})
    formula = (ROOT / ".homebrew/statechart.rb").read_text()
    system = "macos" if platform.system() == "Darwin" else "linux"
    values = {
        "FILES": os.environ.get("STATECHART_FILES", "FILES"), "VERSION": version(), "NAME": archive.name,
        "SHA256": digest(archive), "SYSTEM": system, "ARCHITECTURE": platform.machine(),
    }
    formula = re.sub(rf"\b({'|'.join(values)})\b", lambda match: values[match[1]], formula)
    (folder / "statechart.rb").write_text(formula)
    if platform.system() == "Linux":
        write_deb(folder / f"{name}.deb", contents)
    (folder / f"{name}.spdx.json").write_text(sbom(parts, program))

    triple = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    info = {"schemaVersion": "1.0", "artifacts": {"statechart": {
        "type": "executable", "version": version(), "variants": [{"path": f"{name}/bin/statechart", "supportedTriples": [triple]}]}}}
    bundle = {
        "statechart.artifactbundle/info.json": json.dumps(info, indent=2).encode() + b"\n",
        f"statechart.artifactbundle/{name}/bin/statechart": contents["bin/statechart"],
        f"statechart.artifactbundle/{name}/copyright": contents["share/doc/statechart/copyright"],
    }
    write_zip(folder / "statechart.artifactbundle.zip", bundle)
    package = bundle | {f"Plugins/{name}": content for name, content in files_of(ROOT / "Sources/Plugins").items()}
    package |= {"Package.swift": plugins_manifest().encode(), "LICENSE": (ROOT / "LICENSE").read_bytes()}
    write_zip(folder / "statechart-plugins.zip", {f"statechart-plugins/{each}": content for each, content in package.items()})

    files = sorted(folder.iterdir())
    sums = "".join(f"{digest(file)}  {file.name}\n" for file in files)
    (folder / "SHA256SUMS").write_text(sums)
    for file in files:
        print(f"{file.stat().st_size:>10,}  {file.name}")
    print(f"{program.stat().st_size:>10,}  the program, with {len(parts)} components: {', '.join(each[0] for each in parts)}")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
