#!/usr/bin/env python3
"""Makes sales.sqlite, the sample data of the dashboards in this folder: the same bytes on every run.

The shape of the tables follows the examples of the charting guide (sales by region, product, quarter and
month, salaries, orders, crime, body mass, an economic-value diagram); the numbers are made up here.
"""
import json
import math
import os
import sqlite3
import sys


class Numbers:
    """A small generator of its own, so that no version of Python changes the data."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) / 2**31

    def between(self, low, high):
        return low + (high - low) * self.next()


REGIONS = {
    "Eastern": ["United States"], "Western": ["United States"], "Central": ["United States"],
    "South": ["United States"], "Canada": ["Canada"], "Europe": ["France", "Germany", "United Kingdom"],
    "Pacific": ["Australia"],
}
CATEGORIES = {
    "Bikes": ["Mountain Bikes", "Road Bikes", "Touring Bikes"],
    "Components": ["Frames", "Wheels", "Brakes"],
    "Clothing": ["Jerseys", "Shorts", "Gloves"],
    "Accessories": ["Helmets", "Locks", "Lights"],
}
WEIGHT = {"Bikes": 21.0, "Components": 9.0, "Clothing": 3.2, "Accessories": 1.9}
PULL = {
    "Eastern": 1.0, "Western": 1.25, "Central": 0.72, "South": 0.86, "Canada": 0.64, "Europe": 1.1,
    "Pacific": 0.4,
}
GROWTH = {2011: 0.9, 2012: 1.0, 2013: 1.17}
RESELLERS = ["Alpine Cycles", "Harbour Bikes", "Meridian Sports", "Northern Wheel", "Valley Outfitters"]
REASONS = ["Price", "On Promotion", "Quality", "Review", "Television", "Manufacturer", "Other"]


def sales(db):
    rows = []
    numbers = Numbers(7)
    for year, growth in GROWTH.items():
        for month in range(1, 13):
            season = 1 + 0.22 * math.sin((month - 3) / 12 * 2 * math.pi)
            for region, countries in REGIONS.items():
                for country in countries:
                    for category, products in CATEGORIES.items():
                        for place, product in enumerate(products):
                            amount = (
                                WEIGHT[category] * PULL[region] / len(countries) * growth * season
                                * (1.3 - 0.3 * place) * numbers.between(0.75, 1.25) * 1000)
                            cost = amount * numbers.between(0.52, 0.78)
                            reseller = RESELLERS[int(numbers.next() * len(RESELLERS))]
                            reason = REASONS[int(numbers.next() ** 1.6 * len(REASONS))]
                            rows.append((
                                year, (month + 2) // 3, month, region, country, category, product,
                                reseller, reason, round(amount, 2), round(cost, 2)))
    db.executemany("INSERT INTO sales VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)


def orders(db):
    numbers = Numbers(11)
    for region in ["Eastern", "Western", "Central", "South", "Canada"]:
        count = 60 * PULL[region]
        for year in range(2005, 2014):
            count *= numbers.between(0.93, 1.16)
            db.execute("INSERT INTO orders VALUES (?,?,?)", (year, region, round(count)))


def employees(db):
    numbers = Numbers(13)
    base = {"R & D": 74, "Sales": 61, "Finance": 66, "Marketing": 58, "Shipping": 41}
    kinds = ["Full time", "Part time", "Contract"]
    for department, (name, salary) in enumerate(base.items(), start=1):
        for person in range(24):
            sex = "Female" if person % 2 else "Male"
            kind = kinds[int(numbers.next() ** 2 * 3)]
            part = 0.55 if kind == "Part time" else 1
            db.execute(
                "INSERT INTO employees VALUES (?,?,?,?,?)",
                (department * 100, name, sex, kind, round(salary * 1000 * part * numbers.between(0.8, 1.3))))


def products(db):
    rows = [
        ("Bikes", 96, 38, 12, 7.5, 4.5, {"Eastern": 410, "Western": 530, "Central": 300, "South": 350, "Canada": 260}),
        ("Components", 41, 17, 5, 3.0, 2.0, {"Eastern": 520, "Western": 610, "Central": 480, "South": 450, "Canada": 320}),
        ("Clothing", 24, 9, 2, 2.5, 1.5, {"Eastern": 690, "Western": 720, "Central": 560, "South": 640, "Canada": 400}),
    ]
    for product, price, cost, research, marketing, administration, quantities in rows:
        for region, quantity in quantities.items():
            db.execute(
                "INSERT INTO products VALUES (?,?,?,?,?,?,?,?)",
                (region, product, price, quantity, cost, research, marketing, administration))


def crime(db):
    states = [
        ("Alabama", 7.1, 449), ("Alaska", 3.2, 633), ("Arizona", 5.5, 426), ("California", 5.3, 473),
        ("Colorado", 3.2, 338), ("Florida", 5.5, 613), ("Georgia", 6.0, 432), ("Illinois", 6.0, 497),
        ("Louisiana", 12.3, 628), ("Maine", 2.0, 120), ("Maryland", 7.7, 590), ("Michigan", 6.3, 504),
        ("Mississippi", 6.9, 285), ("Missouri", 6.6, 500), ("Nevada", 5.9, 705), ("New York", 4.0, 385),
        ("Ohio", 4.5, 332), ("Oregon", 2.3, 261), ("South Carolina", 6.7, 675), ("Tennessee", 7.4, 668),
        ("Texas", 5.4, 491), ("Utah", 1.4, 217), ("Virginia", 4.7, 230), ("Washington", 2.8, 332),
    ]
    for state, murder, violent in states:
        db.execute("INSERT INTO crime VALUES (?,?,?)", (state, "Murder", murder * 10))
        db.execute("INSERT INTO crime VALUES (?,?,?)", (state, "Violent crime", violent / 10))


def patients(db):
    numbers = Numbers(17)
    for person in range(220):
        age = int(numbers.between(19, 80))
        female = person % 2
        bmi = 22.5 + age * 0.055 + (numbers.next() + numbers.next() + numbers.next() - 1.5) * 6.5
        db.execute(
            "INSERT INTO patients VALUES (?,?,?)",
            (age, "Female" if female else "Male", round(bmi - 0.7 * female, 1)))


def performance(db):
    rows = [
        ("Eastern", "Female", 265, 150, 225, 250), ("Eastern", "Male", 214, 150, 225, 260),
        ("Western", "Female", 301, 160, 240, 270), ("Western", "Male", 282, 160, 240, 290),
        ("Central", "Female", 168, 130, 200, 220), ("Central", "Male", 231, 130, 200, 210),
    ]
    db.executemany("INSERT INTO performance VALUES (?,?,?,?,?,?)", rows)


def oil(db):
    prices = [
        (2000, 37.2, 30.4), (2001, 32.2, 25.9), (2002, 32.7, 26.2), (2003, 37.8, 31.1), (2004, 55.2, 41.5),
        (2005, 69.8, 56.6), (2006, 77.0, 66.1), (2007, 98.2, 72.3), (2008, 145.3, 99.7), (2009, 81.4, 62.0),
        (2010, 91.5, 79.5), (2011, 113.9, 94.9), (2012, 109.8, 94.1), (2013, 110.5, 98.0),
    ]
    db.executemany("INSERT INTO oil VALUES (?,?,?)", prices)


def economic_value(db):
    # The two rows of the guide; OperatingProfit2 is misspelt there, and so it is computed.
    first = {
        "EVA": 42.24, "OperatingProfit1": 120, "CostofCaptial": 77.76, "RONA": 0.15, "NetAssets1": 800,
        "WACC": 0.097, "ProfitMargin": 0.12, "NetAssetTurnover": 1.25, "OperationProfit2": 120,
        "Sales1": 1000, "NetAssets2": 800, "EBIT": 200, "IncomeTax": 0.4, "Assets": 1000,
        "Liabilities": 200, "Contribution": 600, "Overhead": 400, "FixedAssets": 600,
        "CurrentAssets": 400, "Sales2": 1000, "GoodsSold": 400,
    }
    kept = {"WACC", "NetAssetTurnover"}
    second = {name: value if name in kept else round(value * 1.1, 6) for name, value in first.items()}
    names = list(first)
    db.execute("CREATE TABLE eva (%s)" % ", ".join('"%s" REAL' % name for name in names))
    for row in (first, second):
        db.execute(
            "INSERT INTO eva VALUES (%s)" % ",".join("?" * len(names)), [row[name] for name in names])


def measures(db):
    numbers = Numbers(23)
    rows = [
        ("Revenue", 4250000, "on plan", 4100000), ("New customers", 318000, "behind", 350000),
        ("Service income", 912000, "on plan", 880000), ("Returns", 143000, "watch", 120000),
        ("Licences", 664000, "on plan", 610000),
    ]
    for name, actual, state, target in rows:
        trend = []
        value = actual / 12 * 0.8
        for month in range(1, 13):
            value *= numbers.between(0.95, 1.09)
            trend.append({"Month": month, "Amount": round(value)})
        db.execute("INSERT INTO measures VALUES (?,?,?,?,?)", (name, json.dumps(trend), actual, state, target))


TABLES = """
CREATE TABLE sales (
  Year INTEGER, Quarter INTEGER, Month INTEGER, Region TEXT, Country TEXT, ProductCategory TEXT,
  ProductSubCategory TEXT, Reseller TEXT, SalesReason TEXT, SalesAmount REAL, MfgCost REAL);
CREATE TABLE orders (Year INTEGER, Region TEXT, OrderCount INTEGER);
CREATE TABLE employees (dept_id INTEGER, Department TEXT, Sex TEXT, status TEXT, Salary REAL);
CREATE TABLE products (
  Region TEXT, Product TEXT, UnitPrice REAL, Quantity INTEGER, Cost_Of_Revenue REAL, RD_Cost REAL,
  Mkt_Cost REAL, Admin_Cost REAL);
CREATE TABLE crime (State TEXT, CrimeType TEXT, Ratio REAL);
CREATE TABLE patients (age INTEGER, sex TEXT, bmi REAL);
CREATE TABLE performance (region TEXT, sex TEXT, actual REAL, bad REAL, satisfactory REAL, target REAL);
CREATE TABLE oil (Year INTEGER, MaxPrice REAL, AvgPrice REAL);
CREATE TABLE measures (kpi_name TEXT, char_data TEXT, actual REAL, op TEXT, target REAL);
"""


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__) or ".", "sales.sqlite")
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.executescript(TABLES)
    for fill in (sales, orders, employees, products, crime, patients, performance, oil, economic_value, measures):
        fill(db)
    db.commit()
    db.execute("VACUUM")
    db.close()


main()
