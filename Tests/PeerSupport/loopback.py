"""A server of `statechart-flow serve`, started for a test."""
import subprocess


class Loopback:
    def __init__(self, command, flow, stderr=None, descriptors=None):
        line = [command, "serve", flow]
        if descriptors:
            line = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh"] + line
        self.process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.url

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=30)
