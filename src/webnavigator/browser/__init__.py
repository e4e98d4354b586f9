"""The only package that knows Playwright: finding, starting, seeing and operating a browser."""
