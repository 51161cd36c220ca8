package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import org.lanewise.report.svg.Colours;

/// The look of pages on a phone or a wide screen, in light and dark, and on paper.
final class Style {

  private Style() {}

  static final String SHEET =
      format(
              ":root{color-scheme:light dark;%s}\n"
                  + "@media (prefers-color-scheme:dark){:root{%s}}\n"
                  + "@media print{:root{color-scheme:light;%s}}\n",
              Colours.LIGHT.variables(), Colours.DARK.variables(), Colours.LIGHT.variables())
          + """
          *{box-sizing:border-box}
          html{-webkit-text-size-adjust:100%}
          body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}
          header,main,footer{max-width:84rem;margin:0 auto;padding:0 clamp(1rem,4vw,3rem)}
          header{padding-top:clamp(1.2rem,4vw,2.6rem)}
          h1{font-size:clamp(1.35rem,4.5vw,2rem);line-height:1.2;margin:0 0 .4rem;overflow-wrap:anywhere}
          h2{font-size:1.3rem;margin:0 0 .9rem;padding-top:1rem;border-top:1px solid var(--grid)}
          h3{font-size:1rem;margin:0 0 .4rem}
          p{max-width:44rem;margin:.4rem 0;overflow-wrap:anywhere}
          .soft,figcaption,footer{color:var(--soft)}
          nav{margin:.9rem 0 0}
          nav a{display:inline-block;margin:0 1.1rem .3rem 0}
          a{color:var(--series-0);text-underline-offset:.2em}
          section{margin:2rem 0 2.4rem}
          .figures+h3{margin-top:2rem}
          dl.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:1.2rem 0 0}
          .tiles div{border:1px solid var(--grid);border-radius:8px;padding:.6rem .8rem}
          .tiles dt{color:var(--soft);font-size:.84rem}
          .tiles dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
          .tiles .more{display:block;font-size:.8rem;font-weight:400;color:var(--soft)}
          .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21.5rem),1fr));gap:2.4rem 2.6rem;align-items:start}
          .figures.two{grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr))}
          .two svg{max-width:33rem!important}
          figure{margin:0;min-width:0}
          figure.wide{grid-column:1/-1}
          @media (min-width:62rem){figure.large{grid-column:span 2;grid-row:span 2}figure.large svg{max-width:42rem!important}figure.large figcaption{max-width:42rem}}
          figcaption{font-size:.86rem;max-width:34rem;margin-top:.35rem;overflow-wrap:anywhere}
          figure.wide figcaption{max-width:44rem}
          .multiples{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1rem 1.6rem;align-items:start}
          .scroll{overflow:auto;max-height:28rem;border:1px solid var(--grid);border-radius:8px;margin:.5rem 0 1.2rem;width:fit-content;max-width:100%}
          .scroll:focus-visible{outline:2px solid var(--series-0)}
          table{border-collapse:collapse;font-size:.86rem}
          th,td{padding:.28rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid);max-width:24rem;overflow-wrap:break-word}
          thead th{position:sticky;top:0;background:var(--paper);color:var(--soft);font-weight:600;max-width:14rem}
          tbody th{font-weight:500;min-width:4rem}
          tbody tr:last-child>*{border-bottom:0}
          td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
          footer{font-size:.84rem;padding-bottom:2rem}
          svg{display:block;width:100%;height:auto;overflow:visible}
          svg text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink);unicode-bidi:isolate}
          svg text.soft{fill:var(--soft)}
          svg text.strong{font-weight:600}
          svg text.small{font-size:8.5px}
          svg text.on{fill:var(--paper);font-weight:600}
          svg text.number{font-variant-numeric:tabular-nums}
          svg text.halo{paint-order:stroke;stroke:var(--paper);stroke-width:3.5px;stroke-linejoin:round}
          svg .grid{stroke:var(--grid);stroke-width:1}
          svg .edge{stroke:var(--edge);stroke-width:1}
          svg .dash{stroke-dasharray:4 4}
          svg .none{fill:none}
          svg .curve{fill:none;stroke-width:1.8;stroke-linejoin:round}
          svg .fold{stroke-width:1;stroke-opacity:.3}
          svg .faint{stroke:var(--edge);stroke-width:.8;stroke-opacity:.6}
          svg .faint-fill{fill:var(--edge)}
          svg .bar{fill-opacity:.85}
          svg .light{fill-opacity:.3}
          svg .region{fill-opacity:.17;shape-rendering:crispEdges}
          svg .boundary{fill:none;stroke:var(--ink);stroke-width:1;stroke-opacity:.65}
          svg .contour{stroke-width:1.3}
          svg .point{stroke:var(--paper);stroke-width:.5}
          svg .ring{fill:none;stroke:var(--ink);stroke-width:.9}
          svg .whisker{stroke:var(--series-0);stroke-width:1.5;stroke-opacity:.55}
          svg .keyed{stroke:var(--grid)}
          """
          + Colours.rules()
          + """
          @media print{body{font-size:10pt}header,main,footer{max-width:none;padding:0}nav{display:none}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}.figures{grid-template-columns:1fr 1fr;gap:1rem}.multiples{grid-template-columns:1fr 1fr}.scroll{max-height:none;overflow:visible;border:0}thead th{position:static}table{font-size:7.5pt}th,td,td.n{overflow-wrap:anywhere;white-space:normal;padding:.1rem .3rem;max-width:none;min-width:0}section{margin:1rem 0}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
          """;
}
