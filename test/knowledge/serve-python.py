"""Serves Flask, FastAPI and Django programs that it is handed, one JSON message per line in both directions."""

import json
import logging
import os
import sys
import threading
import time
import traceback
import types

replies = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)  # What a program prints must not look like a reply.
logging.getLogger("werkzeug").setLevel(logging.ERROR)
servers = {}


def load(name, code):
    module = types.ModuleType(name)
    module.__file__ = f"{name}.py"
    sys.modules[name] = module  # Flask, Django and dataclasses look a module up by its name.
    exec(compile(code, module.__file__, "exec"), module.__dict__)
    return module


def load_app(code):
    """The program, and a function that serves it and returns its port and how to stop it."""
    if "django" in code:
        import serve_django

        return serve_django.load(lambda: load("app", code)), serve_wsgi
    app = getattr(load("app", code), "app", None)
    kind = type(app).__name__
    if kind == "FastAPI":
        return app, serve_asgi
    if kind == "Flask":
        return app, serve_wsgi
    raise TypeError("The program must define app = Flask(__name__) or FastAPI(), or urlpatterns of Django.")


def serve_wsgi(app):
    from werkzeug.serving import make_server

    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server.port, lambda: threading.Thread(target=server.shutdown, daemon=True).start()


def serve_asgi(app):
    import asyncio
    import socket

    import uvicorn

    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True).start()

    def stop():
        server.should_exit = server.force_exit = True

    return listening.getsockname()[1], stop


def serve(message):
    app, start = load_app(message["code"])
    port, stop_server = start(app)
    servers[port] = stop_server
    return {"port": port}


def stop(message):
    servers.pop(message["port"])()
    return {}


def test(message):
    load_app(message["code"])
    tests = {name: item for name, item in vars(load("test_app", message["test"])).items() if name.startswith("test_")}
    failures = []
    for name, run in tests.items():
        try:
            run()
        except AssertionError as error:
            failures.append(f"{name}: {error or 'an assertion failed'}")
    return {"tests": len(tests), "failures": failures}


def spent(_message):
    return {"ms": time.process_time() * 1000}


ACTIONS = {"serve": serve, "stop": stop, "test": test, "spent": spent}
for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = ACTIONS[request["do"]](request)
    except Exception:
        reply = {"error": traceback.format_exc(limit=-3)}
    print(json.dumps({"id": request["id"], **reply}), file=replies)
os._exit(0)  # Programs may have started threads of their own.
