/** Clipboard content of office programs, shortened, with their peculiarities kept. */

const cell = 'border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'
const inCell = (text: string) =>
  `<p class=MsoNormal align=center style='text-align:center'><span style='font-family:宋体;mso-ascii-font-family:"Times New Roman"'>${text}<o:p></o:p></span></p>`
const wordCell = (text: string, spans = '') =>
  `<td width=111 ${spans} valign=top style='width:83.1pt;${cell};background:#D9E2F3'>${inCell(text)}</td>`

/** Word: a heading row over two rows, cells over rows and columns, a row that only keeps the columns apart, two pictures. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-parent:""; margin:0cm; font-size:10.5pt;} @list l0:level1 {mso-level-number-format:decimal;} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:16.0pt;font-family:黑体'>关于 2026 年度检
测结果的通报<o:p></o:p></span></b></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>抽样</span></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>检测</span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${wordCell('地区', 'rowspan=2')}${wordCell('合格', 'colspan=2')}${wordCell('备注', 'rowspan=2')}</tr>
 <tr style='mso-yfti-irow:1'>${wordCell('单位')}${wordCell('人员')}</tr></thead>
 <tr style='mso-yfti-irow:2'>${wordCell('华东', 'rowspan=2')}${wordCell('12')}${wordCell('34')}${wordCell('复检 1 家')}</tr>
 <tr style='mso-yfti-irow:3;mso-yfti-lastrow:yes'>${wordCell('56', 'colspan=3')}</tr>
 <![if !supportMisalignedColumns]><tr height=0><td width=111 style='border:none'></td><td width=111 style='border:none'></td><td width=111 style='border:none'></td><td width=111 style='border:none'></td></tr><![endif]>
</table>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="图片_x0020_1" type="#_x0000_t75" style='width:200pt;height:100pt'><v:imagedata src="file:///C:/Users/zhang/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=267 height=133 src="file:///C:/Users/zhang/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="图片_x0020_1"><![endif]></p>
<p class=MsoNormal>见下图<!--[if gte vml 1]><v:shape id="图表 2"><v:imagedata src="file:///C:/Users/zhang/clip_image003.emz" o:title=""/></v:shape><![endif]--><img src="cid:image004.png@01DA5C1B.2F3E4D50"></p>
<!--EndFragment--></body></html>`

const wpsCell = (text: string, spans = '') =>
  `<td width=142 valign=center ${spans} style="width:106.5000pt;padding:0.0000pt 5.4000pt 0.0000pt 5.4000pt;border-left:1.0000pt solid windowtext;mso-border-left-alt:0.5000pt solid windowtext;"><p class=MsoNormal align=center style="text-align:center;"><span style="mso-spacerun:'yes';font-family:宋体;mso-ascii-font-family:Calibri;font-size:10.5000pt;"><font face="宋体">${text}</font></span><span style="font-family:宋体;"><o:p></o:p></span></p></td>`

/** WPS: a table with a cell over three rows, one over two columns, and a row that ends too early. */
export const WPS = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="WPS Office"><style>p.MsoNormal{mso-style-name:正文;margin:0pt;text-align:justify;}</style></head>
<body style="tab-interval:21pt;text-justify-trim:punctuation;"><!--StartFragment--><div class=Section0>
<p class=MsoNormal style="text-indent:24.0000pt;"><span style="mso-spacerun:'yes';font-size:12.0000pt;"><font face="仿宋">会议日程如下：</font></span><o:p></o:p></p>
<p class=MsoNormal style="mso-list:l1 level1 lfo2;"><!--[if !supportLists]--><span style="mso-list:Ignore;">一、<span>&nbsp;</span></span><!--[endif]--><span><font face="宋体">报到</font></span><o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 style="border-collapse:collapse;width:426.1000pt;border:none;mso-padding-alt:0.0000pt 5.4000pt;">
<tr style="height:20.0000pt;">${wpsCell('时间')}${wpsCell('内容', 'colspan=2')}</tr>
<tr>${wpsCell('第一天', 'rowspan=3')}${wpsCell('报到')}${wpsCell('大堂')}</tr>
<tr>${wpsCell('预备会')}</tr>
<tr>${wpsCell('晚餐', 'colspan=2')}</tr></table>
<p class=MsoNormal><img width="300" height="200" src="file:///C:\\Users\\li\\AppData\\Local\\Temp\\ksohtml1820\\wps1.jpg"></p>
</div><!--EndFragment--></body></html>`
