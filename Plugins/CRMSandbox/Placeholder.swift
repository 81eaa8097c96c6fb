import CRMPlugin
import PeriluneCore
