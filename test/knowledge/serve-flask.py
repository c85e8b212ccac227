"""Serves Flask programs that it is handed, one JSON message per line in both directions."""

import json
import logging
import os
import sys
import threading
import traceback
import types

from flask import Flask
from werkzeug.serving import make_server

replies = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)  # What a program prints must not look like a reply.
logging.getLogger("werkzeug").setLevel(logging.ERROR)
servers = {}


def load(name, code):
    module = types.ModuleType(name)
    module.__file__ = f"{name}.py"
    sys.modules[name] = module  # Flask and dataclasses look a module up by its name.
    exec(compile(code, module.__file__, "exec"), module.__dict__)
    return module


def load_app(code):
    app = getattr(load("app", code), "app", None)
    if not isinstance(app, Flask):
        raise TypeError("The program must define app = Flask(__name__).")
    return app


def serve(message):
    server = make_server("127.0.0.1", 0, load_app(message["code"]), threaded=True)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    servers[server.port] = server
    return {"port": server.port}


def stop(message):
    threading.Thread(target=servers.pop(message["port"]).shutdown, daemon=True).start()
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


ACTIONS = {"serve": serve, "stop": stop, "test": test}
for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = ACTIONS[request["do"]](request)
    except Exception:
        reply = {"error": traceback.format_exc(limit=-3)}
    print(json.dumps({"id": request["id"], **reply}), file=replies)
os._exit(0)  # Programs may have started threads of their own.
