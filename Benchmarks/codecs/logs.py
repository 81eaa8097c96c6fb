"""The logs of the codec benchmark: the same bytes for the same number of entries on every machine."""

import csv
import json
import random

COUNTRIES = ("DE", "FR", "US", "JP", "BR", "IN", "GB", "PL")
STATES = ("paid", "paid", "paid", "paid", "paid", "open", "open", "refunded", "refunded", "failed")
NOTES = (
    "", "", "", "repeat order", "gift, wrapped", 'says "call first"', "Größe L, Farbe grün",
    "left at the door", "two parts, second one later", "",
)
AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    "curl/7.88.1", "Googlebot/2.1 (+http://www.google.com/bot.html)",
)
STATUSES = (200, 200, 200, 200, 200, 200, 304, 301, 404, 500)
COLUMNS = ("id", "time", "user", "country", "status", "amount", "shop", "note")


def stamp(number):
    seconds = number // 7
    return f"2026-03-{1 + seconds // 86400 % 28:02}T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"


def orders(count):
    """Objects with the columns of the table."""
    chance = random.Random(42)
    for number in range(count):
        yield {
            "id": f"o-{number:07}", "time": stamp(number), "user": f"user{chance.randrange(20000)}",
            "country": chance.choice(COUNTRIES), "status": chance.choice(STATES),
            "amount": f"{chance.randrange(100, 90000) / 100:.2f}", "shop": f"shop-{chance.randrange(40):02}",
            "note": chance.choice(NOTES),
        }


def write_table(path, count):
    """Eight columns; about a third of the rows has a quoted value."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows(order.values() for order in orders(count))


def write_access_log(path, count):
    """Apache's combined format."""
    chance = random.Random(43)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            seconds = number // 9
            time = (f"{1 + seconds // 86400 % 28:02}/Mar/2026:{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}"
                    f":{seconds % 60:02} +0000")
            host = f"192.0.{chance.randrange(256)}.{chance.randrange(256)}"
            user = "-" if chance.random() < 0.9 else f"user{chance.randrange(100)}"
            path_ = f"/shop/{chance.randrange(900)}/item?id={chance.randrange(100000)}"
            referer = "-" if chance.random() < 0.5 else f"https://www.example.com/list/{chance.randrange(900)}"
            file.write(
                f'{host} - {user} [{time}] "GET {path_} HTTP/1.1" {chance.choice(STATUSES)} '
                f'{chance.randrange(200, 90000)} "{referer}" "{chance.choice(AGENTS)}"\n')


def write_objects(objects, events, count):
    """The same data twice: as objects, and as the events that the mapping of `run.py` makes of them."""
    with open(objects, "w", encoding="utf-8") as plain, open(events, "w", encoding="utf-8") as cloud:
        for order in orders(count):
            order["amount"] = float(order["amount"])
            order["address"] = {"country": order.pop("country"), "lines": ["12 High Street", "Floor 2"]}
            text = json.dumps(order, separators=(",", ":"), ensure_ascii=False)
            plain.write(text + "\n")
            cloud.write(
                f'{{"specversion":"1.0","id":"{order["id"]}","source":"{order["shop"]}","type":"order.{order["status"]}",'
                f'"time":"{order["time"]}","data":{text}}}\n')
