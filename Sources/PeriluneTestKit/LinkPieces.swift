/// Pieces of links for property tests, including those that parsers often get wrong.
package let linkPieces = [
    "mstr:", "mstripad:", "MSTR:", "http:", "https:", "tel:", "my.app+x-1:", "//", "/", "?", "#",
    "&", "&", "=", "=", "evt", "evt=", "evt=", "&evt=", "?evt=", "EVT=", "%65vt=", "e%76t=",
    "evtorder=", "src=", "4001", "10000001", "0", "99999999999999999999", "9223372036854775807",
    "9223372036854775808", "%34", "%3", "%", "%zz", "%C3%A9", "%FF", "%00", "%26", "%3D", "+", "-",
    "|", "^", "%5e", "{City@ID}", "{&Doc}", "{&", "}", "é", "😀", "e\u{301}", " ", "@", ":", ";",
    ",", "a", "Main.aspx",
    "mstrWeb", "\r\n", "\0", "amp;",
]
