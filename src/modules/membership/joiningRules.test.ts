import { describe, expect, test } from 'vitest'
import {
  defaultRules,
  firstFee,
  joiningFields,
  joiningMaterialColumns,
  joiningStepNames,
  joiningSteps,
} from './joiningRules.ts'

describe('the fee of the year in which one joins', () => {
  const months = (rule: Parameters<typeof firstFee>[1]) =>
    Array.from({ length: 12 }, (_, i) => firstFee(2000, rule, `2026-${String(i + 1).padStart(2, '0')}-15`).months)

  test('is all of it, or by halves, quarters or months, with the one in which one joins', () => {
    expect(months('full')).toEqual([12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12])
    expect(months('half')).toEqual([12, 12, 12, 12, 12, 12, 6, 6, 6, 6, 6, 6])
    expect(months('quarter')).toEqual([12, 12, 12, 9, 9, 9, 6, 6, 6, 3, 3, 3])
    expect(months('month')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('is reckoned to the fen, half a fen counting as one', () => {
    expect(firstFee(2000, 'month', '2026-11-30')).toEqual({ amount: 333.33, months: 2 })
    expect(firstFee(0.29, 'half', '2026-07-01')).toEqual({ amount: 0.15, months: 6 })
    expect(firstFee(2000, 'full', '2026-12-31').amount).toBe(2000)
  })
})

describe('how one joins until staff say otherwise', () => {
  const { organisation, person } = defaultRules

  test('by all steps, for the fee of the whole year, with nothing else to know', () => {
    for (const rule of [organisation, person])
      expect(rule).toMatchObject({ condition: '', steps: [...joiningSteps], firstYear: 'full', fields: [] })
    expect(joiningSteps.map(step => joiningStepNames[step])).toEqual([
      '打印申请表签章，上传材料复审',
      '会议审议',
      '公示',
      '缴纳会费',
    ])
  })

  test('an organisation hands in its licence, a person an identity; more is welcome', () => {
    const asked = ({ materials }: typeof person) =>
      materials.map(({ code, name, required, max, hint }) => [code, name, required, max, hint])
    expect(asked(organisation)).toEqual([
      ['licence', '营业执照或法人登记证书', true, 2, ''],
      ['commitment', '诚信承诺书', false, 1, ''],
      ['legalId', '法定代表人身份证明', false, 2, '可遮挡证件号码中间部分'],
      ['authorization', '会员代表委托书', false, 1, ''],
      ['permits', '行业许可证', false, 10, '持有的单位上传'],
    ])
    expect(asked(person)).toEqual([
      ['identity', '身份证明', true, 2, '可遮挡证件号码中间部分'],
      ['education', '学历、学位或职称证书', false, 5, ''],
    ])
  })

  test('staff may say each of it otherwise', () => {
    const shown = [...joiningFields([]), ...joiningMaterialColumns].map(field => {
      const { name, label, section, kind, required, hint, max } = { required: false, hint: '', max: 0, ...field }
      return [section + name, label, kind, required, hint.slice(0, 6), max]
    })
    expect(shown).toEqual([
      ['condition', '入会条件与须知', 'paragraph', false, '申请人填表之', 1000],
      ['steps', '办理步骤', 'choices', false, '初审总是有的', 0],
      ['firstYear', '入会当年的会费', 'choice', true, '', 0],
      ['materials', '材料', 'rows', false, '有签章这一步', 20],
      ['ownFields', '自定义栏目', 'choices', false, '入会时也填写', 0],
      ['fields', '附加栏目', 'rows', false, '只在申请表上', 20],
      ['code', '代号', 'text', false, '', 30],
      ['name', '名称', 'text', true, '', 40],
      ['required', '必交', 'agreement', false, '', 0],
      ['max', '最多几份', 'number', true, '', 20],
      ['hint', '说明', 'text', false, '', 100],
    ])
    const years = joiningFields([]).flatMap(field => (field.name === 'firstYear' ? field.options : []))
    expect(years).toEqual([
      { code: 'full', name: '全年' },
      { code: 'half', name: '下半年入会的减半' },
      { code: 'quarter', name: '按季度，含入会的季度' },
      { code: 'month', name: '按月，含入会的月份' },
    ])
  })
})
