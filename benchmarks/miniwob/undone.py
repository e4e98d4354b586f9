"""Tasks that the policy leaves out: what they ask for is not clicking, typing, selecting or choosing a date."""

_BY_REASON = {
    "drags with the mouse": "drag-box drag-circle drag-cube drag-items drag-items-grid drag-shapes drag-shapes-2 "
    "drag-single-shape drag-sort-numbers draw-circle draw-line resize-textarea use-colorwheel-2",
    "marks text with the mouse": "highlight-text highlight-text-2 text-editor",
    "presses a point, not a control": "bisect-angle circle-center find-midpoint grid-coordinate right-angle",
    "follows something that moves, or a clock": "chase-circle hover-shape hot-cold moving-items simon-says "
    "stock-market",
    "is seen only in the picture (colours, shapes)": "click-color click-shades click-shape count-shape count-sides "
    "identify-shape visual-addition",
    "scrolls inside a field": "scroll-text-2 sign-agreement",
    "keys go to a field that cannot be seen": "terminal",
    "refuses keys; its arrows are hidden from the accessibility tree": "use-spinner",
    "drags an event over a calendar": "daily-calendar",
}
UNDONE = {name: reason for reason, names in _BY_REASON.items() for name in names.split()}
"""From the name of a task to why it is left out."""
