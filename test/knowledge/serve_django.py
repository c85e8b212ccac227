"""Django keeps settings, models and addresses for the whole process; this gives each program a fresh set."""

import os
import tempfile

import django
from django.apps import apps
from django.conf import settings
from django.db import connections
from django.urls import clear_url_caches

DATABASE = os.path.join(tempfile.mkdtemp(), "examples.sqlite3")
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATABASE}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    ROOT_URLCONF="app",
    SECRET_KEY="only for examples",
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    USE_TZ=True,
)
django.setup()


def load(load_module):
    """Loads a program, makes tables for its models and calls its seed(), if it has them."""
    from django.core.handlers.wsgi import WSGIHandler

    connections.close_all()
    if os.path.exists(DATABASE):
        os.remove(DATABASE)
    apps.all_models.pop("app", None)
    apps.clear_cache()
    clear_url_caches()
    module = load_module()
    if not hasattr(module, "urlpatterns"):
        raise TypeError("The program must define urlpatterns.")
    settings.MIDDLEWARE = getattr(module, "MIDDLEWARE", [])
    with connections["default"].schema_editor() as editor:
        for model in list(apps.all_models["app"].values()):
            editor.create_model(model)
    getattr(module, "seed", lambda: None)()
    return WSGIHandler()
