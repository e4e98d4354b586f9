"""From documents of page states to ranked hits: lexical, dense and late interaction, fused."""
