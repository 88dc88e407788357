/** States of a form given to a signing service. */
export const flowStateNames = {
  sending: '正在送签',
  signing: '等待签章',
  signed: '已签章，正在取回文件',
  kept: '已电子签章',
  refused: '已拒签',
  expired: '签章超时',
  failed: '签章无效',
  replaced: '已由新的一次代替',
}
export type FlowState = keyof typeof flowStateNames
