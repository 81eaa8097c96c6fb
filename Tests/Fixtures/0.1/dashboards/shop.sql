-- name: Cups
SELECT Shop, Drink, Cups, Price FROM cups
