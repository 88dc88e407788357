import { wordFinder } from '#lib/words/wordPlaces.ts'

/**
 * What no advert may say: 《广告法》第九条 forbids using the state and its organs (第二项) and words such as
 * 国家级、最高级、最佳 (第三项); 《商标法》第十四条 forbids advertising with 驰名商标.
 */
const forbidden = [
  '国家级',
  '世界级',
  '宇宙级',
  '最高级',
  '最佳',
  '最好',
  '最优',
  '最强',
  '最大',
  '最先进',
  '最高端',
  '最低价',
  '最便宜',
  '最安全',
  '最环保',
  '最权威',
  '最专业',
  '最受欢迎',
  '顶级',
  '极品',
  '终极',
  '绝无仅有',
  '史无前例',
  '全国第一',
  '世界第一',
  '全球第一',
  '行业第一',
  '同行第一',
  '销量第一',
  '排名第一',
  '第一品牌',
  '独一无二',

  '国家领导人',
  '国家机关推荐',
  '国家机关专供',
  '国务院推荐',
  '政府推荐',
  '政府指定',
  '国家免检',
  '特供',
  '驰名商标',
]

/** What often promises more than can be proved (《广告法》第四条、第十一条): for a reviewer to look at. */
const risky = [
  '首选',
  '领先',
  '领导品牌',
  '唯一',
  '独家',
  '首家',
  '首创',
  '万能',
  '永久',
  '根治',
  '零风险',
  '零故障',
  '零排放',

  '绝对',
  '保证',
  '百分之百',
  '100%',
  '无效退款',
  '官方',
  '协会推荐',
  '专家推荐',
  '指定产品',
  '专供',
  '专利',
  '名牌',
]

/** Marks between the letters hide no word. */
const between = /[\s·・.,，、。_*-]/
const within = (words: readonly string[]) => {
  const find = wordFinder(words, { between })
  return (text: string): string[] => [...new Set(find(text).map(({ word }) => word))]
}

export const forbiddenIn = within(forbidden)
export const riskyIn = within(risky)
