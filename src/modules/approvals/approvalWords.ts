/** What the decisions of a second person say beforehand and afterwards, on the screen and in a message's link alike. */
export const agreeName = (isFile: boolean) => (isFile ? '同意' : '同意并执行')
export const AGREED = { file: '已同意，提出的人可以下载', act: '已同意，操作已生效' } as const
export const REFUSE_WORDS = '这项操作不会执行，提出的同事收到消息；退款的申请人也会看到原因。'
export const REFUSED = '没有执行，已告知提出的同事'
