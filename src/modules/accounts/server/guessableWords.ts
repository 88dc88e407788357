import { provinces } from '#lib/provinces.ts'
import { syllablesOf } from '#lib/server/search/pinyin.ts'

/** The hundred most frequent surnames, and those of two characters that are met at all. */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤' +
  '欧阳上官诸葛司马'

/** Characters that given names are mostly made of. */
const GIVEN_NAMES =
  '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂兰红玉华建国文辉力海燕波宁福生龙元全胜学祥才发成康光天达安岩中茂进林有坚和彪博诚先敬震振壮会思群豪心邦承乐绍功松善厚庆民友裕河哲江浩亮政谦亨奇固之轮翰朗伯宏言若鸣朋斌梁栋维启克伦翔旭鹏泽晨辰士以家致树炎德行时泰盛雄琛钧冠策腾榕风航弘' +
  '三四五小晓雪梅琳玲婷慧莉萍珍凤洁颖欣怡佳嘉琪雅倩雨梦宇轩子涵浩然俊峰志飞凯云新春金荣爱银美珠翠瑞淑贞芬燕彩菊勤贤惠素青倩婷宁蓓蕊薇菁瑶瑾颖露瑗琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希欢飘育滢馥筠柔竹霭凝霜香月莺媛艳晶莎锦黛芸睿诗依阳可心欣妍宸梓萱一诺'

/** Cities of the prefectures and above that have many inhabitants or visitors, and districts known by themselves. */
const CITIES =
  '北京 上海 天津 重庆 香港 澳门 台北 高雄 深圳 广州 东莞 佛山 珠海 中山 惠州 汕头 江门 湛江 茂名 肇庆 揭阳 潮州 梅州 清远 韶关 ' +
  '杭州 宁波 温州 绍兴 嘉兴 金华 台州 湖州 义乌 衢州 舟山 丽水 南京 苏州 无锡 常州 南通 徐州 扬州 盐城 镇江 泰州 淮安 连云港 宿迁 昆山 ' +
  '济南 青岛 烟台 潍坊 临沂 淄博 济宁 威海 泰安 东营 德州 聊城 滨州 菏泽 日照 枣庄 福州 厦门 泉州 漳州 莆田 宁德 龙岩 三明 南平 ' +
  '武汉 宜昌 襄阳 荆州 黄石 十堰 长沙 株洲 湘潭 岳阳 衡阳 常德 郴州 郑州 洛阳 开封 南阳 新乡 安阳 许昌 商丘 信阳 周口 合肥 芜湖 蚌埠 安庆 阜阳 黄山 ' +
  '南昌 九江 赣州 上饶 景德镇 成都 绵阳 德阳 宜宾 泸州 南充 乐山 西安 咸阳 宝鸡 渭南 汉中 榆林 石家庄 唐山 保定 邯郸 廊坊 沧州 秦皇岛 张家口 承德 ' +
  '太原 大同 临汾 运城 长治 沈阳 大连 鞍山 抚顺 锦州 营口 丹东 长春 吉林 延边 四平 哈尔滨 大庆 齐齐哈尔 牡丹江 佳木斯 呼和浩特 包头 鄂尔多斯 赤峰 ' +
  '昆明 大理 丽江 曲靖 玉溪 贵阳 遵义 南宁 桂林 柳州 北海 玉林 海口 三亚 兰州 天水 西宁 银川 乌鲁木齐 喀什 拉萨 ' +
  '浦东 海淀 朝阳 中国 中华'

/** Brands, products, accounts and endearments, as they are typed. */
const HABITS = `
  linkedin wechat weixin weibo taobao tmall alipay zhifubao alibaba tencent tengxun baidu douyin tiktok kuaishou jingdong
  pinduoduo meituan eleme didi xiaomi huawei honor oppo vivo lenovo haier midea gree hisense byd geely chery nio xpeng
  bilibili zhihu douban netease sina sohu youku iqiyi ctrip qunar dingtalk dingding feishu wangyi xunlei youxiang
  apple iphone ipad macbook android google gmail youtube facebook twitter instagram whatsapp telegram netflix spotify
  amazon microsoft windows office outlook hotmail skype xbox nokia samsung sony panasonic toshiba canon nikon intel
  nvidia oracle adobe dell asus acer ibm cisco github gitlab docker linux ubuntu centos redhat mysql postgres mongodb
  redis tomcat nginx jenkins vmware aliyun qcloud benz mercedes audi volkswagen toyota honda nissan mazda ford ferrari
  porsche lamborghini tesla nike adidas lining anta gucci prada chanel dior starbucks kfc mcdonalds cocacola pepsi
  maotai wuliangye qingdao tsingtao minecraft roblox pokemon naruto marvel ironman spiderman batman superman starwars
  admin administrator root test guest user login manager system server service support member welcome password passwd
  pass mima yonghu guanliyuan huiyuan xiehui gongsi caiwu bangong danwei kuaiji zhanghao denglu company office finance
  woaini woaizhongguo nihao xiexie zhongguo laopo laogong baobao baobei love lover forever hello happy lucky sunshine
  iloveyou loveyou ilove woai 1314 5201314
`

const spelt = (text: string) => syllablesOf(text).join('')
const alternatives = (syllables: string[]) => [...new Set(syllables)].sort((a, b) => b.length - a.length).join('|')

const COMPOUND_SURNAMES = ['欧阳', '上官', '诸葛', '司马']
const surnames = alternatives([...[...SURNAMES].map(spelt), ...COMPOUND_SURNAMES.map(spelt)])
const given = alternatives([...GIVEN_NAMES].map(spelt))

/** A whole name in pinyin, with a given name of one or two syllables; either half may stand first. */
export const NAME = new RegExp(`^(?:(?:${surnames})(?:${given}){1,2}|(?:${given}){1,2}(?:${surnames}))$`)

export const knownWords: readonly string[] = [
  ...provinces.flatMap(({ short }) => [short, spelt(short)]),
  ...CITIES.split(' ').flatMap(city => [city, spelt(city)]),
  ...HABITS.trim().split(/\s+/),
]
