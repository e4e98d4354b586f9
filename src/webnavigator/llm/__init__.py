"""Language models by name: structured answers, pictures, budgets, prices, record and replay."""
