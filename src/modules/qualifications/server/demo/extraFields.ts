import type { FormField } from '#lib/form/form.ts'

const field = (name: string, label: string, of: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '专项信息',
  kind: 'text',
  ...(of.kind ? of : { ...of, max: 100 }),
})
const named = (...names: string[]) => names.map(name => ({ code: name, name }))

/** What the forms of single kinds ask beyond what all ask. */
export const extraFormFields: Record<string, FormField[]> = {
  QX01: [
    field('F01', '废液处置方式', {
      kind: 'choice',
      required: true,
      options: named('委托有资质的单位处置', '自行处理达标后排放', '由委托方接收处理'),
    }),
    field('F02', '废液处置单位', { hint: '委托处置的填写单位全称' }),
    field('F03', '可承担的清洗工艺', {
      kind: 'choices',
      required: true,
      options: named('碱洗', '盐酸清洗', '柠檬酸清洗', 'EDTA 清洗', '氢氟酸清洗', '钝化'),
    }),
    field('F04', '清洗泵最大流量', { kind: 'number', unit: 'm³/h', required: true }),
  ],
  JC01: [
    field('F01', '资质认定证书编号', { hint: '已取得检验检测机构资质认定的填写' }),
    field('F02', '检测项目', {
      kind: 'choices',
      required: true,
      options: named('硬度', '碱度', 'pH', '电导率', '氯离子', '溶解氧', '磷酸根', '铁', '垢样'),
    }),
  ],
  FW03: [
    field('F01', '托管锅炉房数量', { kind: 'number', unit: '处', required: true }),
    field('F02', '托管锅炉总容量', { kind: 'number', unit: 't/h', required: true }),
  ],
}
