from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # a slow machine is no failure
settings.load_profile("untimed")
