/**
 * Pinyin of the characters in the menu; a dictionary of all characters is far too large for a browser. A test keeps it
 * complete.
 */
const PINYIN = `
an安 ban版班板办 bao报包 bei备 bian变 biao表 bie别 bo播 bu布 cai采 ce册 cha查 chang场 ci词 cui催 da大 dan单 dao导到 de的 deng登 dian典点电 ding定订 du督 duan短 dui对 fa发 fang放方 fei费 fen分份 feng风 fu复付 gai概 gao告
ge个 geng更 gong工公 gou构 guang广 gui规 guo过 han函 hang行 hao号 he核 hu护 huan换 hui会 huo获或 ji级计记机技 jia家价 jian件建健简 jiang奖 jiao缴 jie捷接结届 jing警经 jiu旧 ju举 ju据 juan卷 jue角 kai开 kang康 ke科 kou口 kuai快块会
kuan款 lai来 lan栏览 lei类 li力励理 lian联链 liang量 liao料 ling龄 liu流 lu录 lun轮 ma码 mi密 ming名命 mo模 mu目模 neng能 pai排 pei培配 pi批 piao票 ping评凭 qi期 qian签 qing请情清 qiu求 quan权全 que确
qun群 ren人任认 ri日 ru入 sao扫 se色 she设 shen审申 shi示式时事实始 shou首收 shu书数 shuang双 shui水 si私 song送 sou搜 su诉 tai台 tiao条 tong通统 tou投 tu图 tui退 wang网往 wei位维 wen文问 wo我 wu务 xi系息
xian现限线 xiang项 xiao消 xie写协 xin新信 xuan选 xue学 xun训 yan验 yao邀钥 ye页业 yi议异义 yin银隐 ying应 you友 yu与预 yuan员 yue月阅
zai在 ze则 zeng增 zhan站 zhang账章 zheng证 zhi知址置支志职织 zhong种 zhuan专 zi字资子自 zu组 zuo作
`

const syllables = PINYIN.trim()
  .split(/\s+/)
  .map(one => ({ sound: one.match(/^[a-z]+/)![0], chars: one }))

export const pinyinOf = (char: string): string[] =>
  syllables.filter(({ chars }) => chars.includes(char)).map(({ sound }) => sound)

/** Reports whether the name of an entry matches, in characters or in pinyin. `wanted`: lower case, without spaces. */
export const matchesName = (name: string, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || matchesPinyin(name, wanted)

/**
 * Reports whether pinyin matches part of a name: whole syllables or their first letters, with the last syllable as far
 * as typed.
 */
export function matchesPinyin(name: string, letters: string): boolean {
  const chars = [...name]
  return /^[a-z]+$/.test(letters) && chars.some((_, from) => beginsWith(chars.slice(from), letters))
}

const beginsWith = ([char, ...others]: string[], letters: string): boolean =>
  letters === '' ||
  (char !== undefined &&
    pinyinOf(char).some(
      sound =>
        sound.startsWith(letters) ||
        (letters.startsWith(sound) && beginsWith(others, letters.slice(sound.length))) ||
        (letters[0] === sound[0] && beginsWith(others, letters.slice(1))),
    ))
