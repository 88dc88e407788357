/** Error about a damaged archive, thrown before anything has been changed. */
export const damaged = (why: string) => new Error(`备份文件已损坏或不完整（${why}），不能使用，没有改动任何数据。`)

/** A sentence of ours, for people; what libraries, PostgreSQL and the system say is none. */
export const isUserMessage = (error: unknown) => /\p{Script=Han}/u.test((error as Error).message)
