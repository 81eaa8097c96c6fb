/// Numbers and dates as a locale writes them.
package enum Locales {}
