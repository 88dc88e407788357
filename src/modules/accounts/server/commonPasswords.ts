import { once } from '#lib/once.ts'

/**
 * Common Chinese passwords of eight characters and more (我爱你, 一生一世, lucky numbers, surnames), which the public list
 * mostly lacks.
 */
const chineseHabits = `
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 password! password1! passwd123
  iloveyou iloveyou1 iloveyou520 iloveu1314 iloveyou1314 sunshine princess football baseball superman batman123
  michael1 jennifer welcome1 welcome123 trustno1 letmein1 letmein123 whatever starwars computer internet samsung1
  dragon123 monkey123 master123 shadow123 charlie1 jordan23 liverpool qwerty12 qwerty123 qwerty1234 qwertyui
  qwer1234 qwer12345 qwer123456 qwe123456 qwe12345 qweasdzxc qweasd123 qazwsxedc qazwsx123 qaz123456 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx zxcvbnm1 zxcvbnm123 asdfghjkl1
  asdf1234 asd123456 asd12345 asdasd123 zxc123456 zxc12345 zxcv1234 abc12345 abc123456 abc1234567 abc123456789
  abcd1234 abcd12345 abcd123456 abcde12345 a1234567 a12345678 a123456789 a1234567890 aa123456 aa12345678 aaa12345
  aaa123456 aaaa1111 aaaa1234 a1b2c3d4 a1s2d3f4 aabbccdd ab123456 as123456 q1234567 q123456789 qq123456 qq12345678
  qq123456789 qqqq1111 w123456789 ww123456 z123456789 zz123456 s123456789 m123456789 x123456789 l123456789
  c123456789 d123456789 123456aa 123456ab 123456abc 123456qq 123456789a 123456789q 123456789qq 12345678a 1234567a
  1234qwer 12345qwert 123456qwerty 123qwe123 123qweasd 123abc123 123abc456 1234abcd 12341234 12344321 123123123
  123123aa 123321123 123654789 12345600 123456123 1234567899 12345678910 1234567891 12345679 123456780 1212121212
  12121212 11112222 11223344 1122334455 112233445566 11223344aa 111222333 123789456 111222tianya 0123456789a
  01234567 147258369 147852369 159357258 159753456 258369147 369258147 741852963 789456123 963852741 987654321a
  98765432a 654321654321 321321321 456456456 520520520 521521521 woaini1314 woaini520 woaini521 woaini123
  woaini1314520 woaiwojia woaiwo123 woaini99 5201314a 52013140 5201314520 52013145 a5201314 qq5201314 aa5201314
  wo5201314 5201314qq 1314520520 13145200 1314520a 131452000 520131400 520131499 13141314 52105210 5845201314
  woaizhongguo zhongguo zhongguo1 china123 china1949 beijing2008 beijing123 shanghai1 nihao123 nihaoma123 nihao1234
  wangyut2 taobao123 tianya123 caonima123 xiaoxiao wodemima mima1234 mima123456 mimamima woshishui woshini123
  laopowoaini wangjing zhanghao zhang123 zhang1234 wang1234 wang123456 li123456 liu123456 chen1234 yang1234 zhao1234
  huang123 lin123456 wangwang woainima admin123 admin1234 admin12345 admin123456 admin888 admin666 admin@123
  admin888888 administrator root1234 root123456 test1234 test123456 guest123 user1234 system123 manager1 oracle123
  huawei123 huawei@123 changeme changeme123 default1 demo1234 login123 hello123 hello1234 66666666 88888888 66668888
  88886666 16881688 16816888 18181818 168168168 888888888 518518518 51885188 99999999 13800138000 10086100 12306123
  aa888888 a8888888 88888888a abc888888
`
  .trim()
  .split(/\s+/)

/** These, and the 50,000 most common leaked passwords (zxcvbn). Loaded on first use. */
export const commonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...chineseHabits])
})
