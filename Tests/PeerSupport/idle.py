#!/usr/bin/env python3
"""Opens 1,000 idle connections to each server of `statechart-flow serve`, which may have 256 descriptors, and closes them
again: the server is still there, and answers the next request.

  Tests/PeerSupport/idle.py PATH/TO/statechart-flow
"""
import http.client, resource, socket, subprocess, sys

from loopback import Loopback

FLOWS = ["fxa", "discourse", "firebase", "registration", "nextauth"]
CONNECTIONS = 1_000


def trial(command, flow):
    with Loopback(command, flow, stderr=subprocess.DEVNULL, descriptors=256) as server:
        address = ("127.0.0.1", int(server.url.rsplit(":", 1)[1]))
        idle = [socket.create_connection(address, timeout=10) for _ in range(CONNECTIONS)]
        for connection in idle[::2]:
            connection.sendall(b"GET / HTTP/1.1\r\n")
        for connection in idle:
            connection.close()
        client = http.client.HTTPConnection(*address, timeout=30)
        client.request("GET", "/nothing")
        status = client.getresponse().status
        assert server.process.poll() is None
    assert server.process.returncode == 0, server.process.returncode
    print(f"{flow}: {CONNECTIONS} idle connections, then {status}")


soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if soft != resource.RLIM_INFINITY and soft < 2 * CONNECTIONS:
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * CONNECTIONS, hard))
for flow in FLOWS:
    trial(sys.argv[1], flow)
