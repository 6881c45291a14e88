import Testing

@testable import StatechartsDocs

@Suite("Scripts in images")
struct ImageScriptTests {
  @Test(
    "what runs in an SVG image is found where it begins",
    arguments: [
      ("<svg><script>1</script></svg>", 5), ("<svg ONLOAD='f()'/>", 0), ("<svg><s:script/></svg>", 5),
      ("<svg><a href=' java\nscript:f()'/></svg>", 5),
      ("<svg><a xlink:href=\"&#106;avascript:f()\"/></svg>", 5),
      ("<svg><a href=\"&#x6a;avascript:f()\"/></svg>", 5),
      ("<svg><set attributeName='onclick' to='f()'/></svg>", 5),
      ("<svg><foreignObject/></svg>", 5), ("<!DOCTYPE svg [<!ENTITY a '<script/>'>]><svg/>", 0),
      ("<?xml-stylesheet href='a.xsl' type='text/xsl'?><svg/>", 0), ("<svg>\0</svg>", 5),
      ("<svg><!-- <a> --><g title='a > b' onclick = 'f()'/></svg>", 17), ("<svg><script", 5),
      ("<svg><?x a=\"?><script>1</script><?y b=\"?></svg>", 14),
      ("<!DOCTYPE svg SYSTEM \">\" [<!ENTITY a '&#60;script>'>]><svg/>", 26),
      ("<?xml version='1.0' encoding='ISO-2022-JP'?><svg/>", 0),
      ("<svg><a href=\"&#00000000000106;avascript:f()\"/></svg>", 5),
    ])
  func found(image: String, offset: Int) {
    #expect(ImageScript(in: Array(image.utf8))?.offset == offset, "\(image)")
  }

  @Test(
    "an image that only shows something is left alone",
    arguments: [
      "", "<", "no image <", "<svg", "<svg><text>one onclick='f()' &lt;script&gt;</text></svg>",
      "<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'a.dtd'><svg><style>a{}</style></svg>",
      "<svg><!-- <script> --><![CDATA[<script>]]><a href='#on' title='on'/></svg>",
      "<svg><image href='data:image/png;base64,AA=='/></svg>",
    ])
  func harmless(image: String) {
    #expect(ImageScript(in: Array(image.utf8)) == nil, "\(image)")
  }
}
