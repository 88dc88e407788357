/** Figures of training. `filters`: those of the trainees that a figure counts; null: no list has exactly so many. */
export const measures = [
  { code: 'courses', name: '班次', filters: null },
  { code: 'trained', name: '参训人次', filters: {} },
  { code: 'hours', name: '学时合计', filters: { credited: 'yes' } },
  { code: 'examined', name: '参加考试', filters: { result: 'examined' } },
  { code: 'qualified', name: '考试合格', filters: { result: 'qualified' } },
  { code: 'passRate', name: '合格率（%）', filters: null },
  { code: 'certified', name: '取得证书', filters: { certified: 'yes' } },
] as const
export type Measure = (typeof measures)[number]['code']
