export type CourseKind = 'certification' | 'renewal' | 'continuing' | 'standards' | 'seminar' | 'assessor' | 'online'
export type CourseMode = 'onsite' | 'online' | 'mixed'

export const kindNames: Record<CourseKind, string> = {
  certification: '取证班',
  renewal: '换证复训班',
  continuing: '继续教育',
  standards: '标准宣贯班',
  seminar: '专题研修班',
  assessor: '评审员与内审员班',
  online: '网络课程',
}

export const modeNames: Record<CourseMode, string> = { onsite: '线下', online: '线上', mixed: '线上加线下' }
