"""Scrolling a page through, for what it fills in only when it comes into view."""

_SCREENS = 10
"""Screens that are brought into view: pages that grow without end grow by so many steps."""

_STEP_MS = 60

SCROLL_S = _SCREENS * _STEP_MS / 1000
"""Longest time it takes, in seconds, the page's own work apart."""

SCROLL_THROUGH = f"""
async () => {{
  const tall = () => Math.max(document.documentElement?.scrollHeight || 0, document.body?.scrollHeight || 0);
  if (tall() < innerHeight * 1.2) return false;
  for (let screen = 1; screen <= {_SCREENS} && screen * innerHeight * 0.9 < tall(); screen++) {{
    scrollTo({{ top: screen * innerHeight * 0.9, behavior: "instant" }});
    await new Promise((resolve) => setTimeout(resolve, {_STEP_MS}));
  }}
  return true;
}}
"""
TO_THE_TOP = "() => scrollTo({ top: 0, behavior: 'instant' })"
