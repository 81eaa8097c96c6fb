-- The queries of the dashboards in this folder. A drill or a filter is bound to a parameter of the same name
-- (:Region), or else wrapped around the query as a condition.

-- name: SalesOrder
SELECT Region, ProductCategory AS Product, sum(SalesAmount) AS SalesAmount
FROM sales WHERE Region IN ('Eastern', 'Western', 'Central', 'South', 'Canada')
GROUP BY Region, Product ORDER BY Region, min(rowid);

-- name: SalesOrder_Pred
-- referenceValue: 600000
-- upperThreshold: 900000
-- lowerThreshold: 300000
-- predictiveStartCategory: Eastern
SELECT Region, ProductCategory AS Product, sum(SalesAmount) AS SalesAmount
FROM sales WHERE Year = 2013 AND Region IN ('Eastern', 'Western', 'Central', 'South', 'Canada')
GROUP BY Region, Product ORDER BY Region, Product;

-- name: NumberOfOrders
SELECT Year, Region, OrderCount FROM orders ORDER BY Year;

-- name: OrderCount
SELECT Year, Region, OrderCount FROM orders WHERE Year >= 2009 ORDER BY Year;

-- name: NumberOfOrders_Pred
-- referenceValue: 80
-- upperThreshold: 120
-- lowerThreshold: 40
-- predictiveStartCategory: 2011
SELECT Year, Region, OrderCount FROM orders ORDER BY Year;

-- name: DeptSalary
SELECT Department, Sex, round(avg(Salary)) AS Salary FROM employees
GROUP BY Department, Sex ORDER BY dept_id, Sex;

-- name: EmpSalaryRpt
SELECT dept_id, sum(Salary) AS salary FROM employees GROUP BY dept_id ORDER BY dept_id;

-- name: EmpSalary_Jobtype
SELECT dept_id, status, sum(Salary) AS salary FROM employees
GROUP BY dept_id, status ORDER BY dept_id, min(rowid);

-- name: PrinterSales
SELECT Region AS SalesRep, ProductCategory AS Product, sum(SalesAmount) AS Sales FROM sales
WHERE ProductCategory IN ('Clothing', 'Accessories')
  AND Region IN ('Eastern', 'Western', 'Central', 'South', 'Canada')
GROUP BY SalesRep, Product ORDER BY Product, Sales DESC;

-- name: CrimeData
SELECT State, CrimeType, Ratio FROM crime ORDER BY State;

-- name: bmi
SELECT age, sex, bmi FROM patients ORDER BY age;

-- name: performance
SELECT region, sex, actual, bad, satisfactory, target FROM performance ORDER BY rowid;

-- name: ResellerSummary
SELECT Region, ProductCategory, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Region, ProductCategory ORDER BY Region, min(rowid);

-- name: ResellerByCountry
SELECT Region, Country, ProductCategory, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Region, Country, ProductCategory ORDER BY Country, min(rowid);

-- name: ResellerByCategory
SELECT Region, Country, ProductCategory, ProductSubCategory, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Region, Country, ProductCategory, ProductSubCategory ORDER BY min(rowid);

-- name: ResaleByRegion
SELECT Region, ProductCategory, ProductSubCategory, sum(SalesAmount) AS SalesAmount FROM sales
WHERE ProductCategory = 'Bikes'
GROUP BY Region, ProductCategory, ProductSubCategory ORDER BY Region, min(rowid);

-- name: ResaleByCountry
SELECT Region, Country, ProductCategory, ProductSubCategory, sum(SalesAmount) AS SalesAmount FROM sales
WHERE ProductCategory = 'Bikes'
GROUP BY Region, Country, ProductCategory, ProductSubCategory ORDER BY Country, min(rowid);

-- name: ResellerQry
SELECT ProductCategory, Region, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY ProductCategory, Region ORDER BY min(rowid);

-- name: OnlineSalesQry
SELECT SalesReason, Region, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY SalesReason, Region ORDER BY SalesReason, Region;

-- name: SalesByCategory
SELECT ProductCategory, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY ProductCategory ORDER BY SalesAmount DESC;

-- name: SalesBySubCategory
SELECT ProductCategory, ProductSubCategory AS SubCategory, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY ProductCategory, SubCategory ORDER BY min(rowid);

-- name: SalesBySubCategoryAndYear
SELECT ProductCategory, ProductSubCategory AS SubCategory, Year, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Year ORDER BY Year;

-- name: SalesByYear
SELECT Year AS SalesYear, Region, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Year, Region ORDER BY Year, Region;

-- name: SalesByQuarter
SELECT Year AS SalesYear, Year || ' Q' || Quarter AS SalesQuarter, Region, sum(SalesAmount) AS SalesAmount
FROM sales GROUP BY Year, Quarter, Region ORDER BY Year, Quarter, Region;

-- name: SalesByMonth
SELECT Year AS SalesYear, Year || ' Q' || Quarter AS SalesQuarter,
  printf('%d-%02d', Year, Month) AS SalesMonth, Region, sum(SalesAmount) AS SalesAmount
FROM sales GROUP BY Year, Month, Region ORDER BY Year, Month, Region;

-- name: SalesPerf
SELECT Region, ProductCategory AS ProductType, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Region, ProductType ORDER BY Region, min(rowid);

-- name: SalesSummary
SELECT Year, ProductCategory AS Product, sum(SalesAmount) AS SalesAmount FROM sales
GROUP BY Year, Product ORDER BY Year, min(rowid);

-- name: ProductSales
SELECT * FROM products ORDER BY rowid;

-- name: ROIQuery
SELECT 2010 AS Year, 1400.0 AS Revenue, 980.0 AS Costs, 2000.0 AS Assets
UNION ALL SELECT 2011, 1450.0, 940.0, 2050.0
UNION ALL SELECT 2012, 1480.0, 985.0, 2100.0
UNION ALL SELECT 2013, 1500.0, 1000.0, 2000.0;

-- name: OilPrice
SELECT Year, MaxPrice, AvgPrice FROM oil ORDER BY Year;

-- name: EVAQuery
SELECT * FROM eva ORDER BY rowid;

-- name: TableQuery
SELECT kpi_name, char_data, actual, op, target,
  round(actual * 0.18) AS col0, round(actual * 0.22) AS col1, round(actual * 0.25) AS col2,
  round(actual * 0.35) AS col3, round(target * 1.05) AS col4
FROM measures ORDER BY rowid;

-- name: ResellerForYear
SELECT Year AS SalesYear, sum(SalesAmount) AS SalesAmount, sum(MfgCost) AS MfgCost FROM sales
GROUP BY Year ORDER BY Year;

-- name: ResellerForQtr
SELECT Year AS SalesYear, 'Q' || Quarter AS Quarter, sum(SalesAmount) AS SalesAmount,
  sum(MfgCost) AS MfgCost
FROM sales GROUP BY Year, Quarter ORDER BY Year, Quarter;

-- name: ResellerForMonth
SELECT Year AS SalesYear, 'Q' || Quarter AS Quarter, Month, sum(SalesAmount) AS SalesAmount,
  sum(MfgCost) AS MfgCost
FROM sales GROUP BY Year, Month ORDER BY Year, Month;

-- name: yearQuery
SELECT Year, sum(SalesAmount) AS Amount FROM sales GROUP BY Year ORDER BY Year;

-- name: quarterQuery
SELECT Year, 'Q' || Quarter AS Quarter, sum(SalesAmount) AS Amount FROM sales
GROUP BY Year, Quarter ORDER BY Year, Quarter;

-- name: monthQuery
SELECT Year, 'Q' || Quarter AS Quarter, Month, sum(SalesAmount) AS Amount FROM sales
GROUP BY Year, Month ORDER BY Year, Month;

-- name: ResellerYear
SELECT Year, 'Sales' AS AmountType, sum(SalesAmount) AS Amount FROM sales GROUP BY Year
UNION ALL SELECT Year, 'Cost', sum(MfgCost) FROM sales GROUP BY Year ORDER BY 1;

-- name: ResellerQtr
SELECT Year, 'Q' || Quarter AS Quarter, 'Sales' AS AmountType, sum(SalesAmount) AS Amount FROM sales
GROUP BY Year, Quarter
UNION ALL SELECT Year, 'Q' || Quarter, 'Cost', sum(MfgCost) FROM sales GROUP BY Year, Quarter
ORDER BY 1, 2;

-- name: ResellerRegion
SELECT Year, 'Q' || Quarter AS Quarter, Month, 'Sales' AS AmountType, sum(SalesAmount) AS Amount
FROM sales GROUP BY Year, Month
UNION ALL SELECT Year, 'Q' || Quarter, Month, 'Cost', sum(MfgCost) FROM sales GROUP BY Year, Month
ORDER BY 1, 3;

-- name: resellerByYear
SELECT Year, Reseller AS ResellerName, sum(SalesAmount) AS ActualAmount, 400000 AS BadAmount,
  620000 AS SatisfactoryAmount, 650000 AS TargetAmount
FROM sales GROUP BY Year, Reseller ORDER BY Year, Reseller;
