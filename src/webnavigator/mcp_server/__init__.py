"""Maps for agents that speak the Model Context Protocol: seven tools, small answers, one page that stays open."""
