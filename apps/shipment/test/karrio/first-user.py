"""Run by Karrio's shell, once: the user of the tests and an API key of test mode."""

from django.contrib.auth import get_user_model
from karrio.server.user.models import Token

user = get_user_model().objects.create_superuser("tests@example.com", "password-of-the-tests")
Token.objects.create(user=user, key="key_of_the_tests", test_mode=True)
