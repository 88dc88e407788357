export type CourseMode = 'onsite' | 'online' | 'mixed'

export const modeNames: Record<CourseMode, string> = { onsite: '线下', online: '线上', mixed: '线上加线下' }
