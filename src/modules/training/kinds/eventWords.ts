/** Names of an event of a kind, of those who take part, of what they pay and of its papers. */
export type EventWords = Record<'noun' | 'people' | 'fee' | 'pass' | 'speakers' | 'agenda', string>

/** Words of a course, with which a new kind begins. */
export const courseWords: EventWords = {
  noun: '培训班',
  people: '参训人员',
  fee: '培训费',
  pass: '听课证',
  speakers: '授课教师',
  agenda: '课程安排',
}

/** An event with an exam has an admission card, whatever its kind. */
export const passName = ({ hasExam, words }: { hasExam: boolean; words: Pick<EventWords, 'pass'> }) =>
  hasExam ? '准考证' : words.pass
