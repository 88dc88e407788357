import { useState } from 'react'
import type { Line } from '#modules/membership/fees/pages/feeViews.ts'
import { KeysHelp } from '#ui/keys/KeysHelp.tsx'
import { KeysHint } from '#ui/keys/KeysHint.tsx'
import { useRowKeys } from '#ui/keys/useRowKeys.ts'
import { useSwitch } from '#ui/useSwitch.ts'
import { type Asked, mayAsk } from './lines.ts'

const KEYS: [string, string][] = [
  ['J', '移到下一笔'],
  ['K', '移到上一笔'],
  ['Enter', '有把握的：入账并移到下一笔；须核对的：打开查看'],
  ['O', '打开所在的一笔'],
  ['C', '选择款项'],
  ['A', '标为其他款项'],
  ['U', '撤销入账'],
  ['?', '打开这份说明'],
]

type Props = { lines: readonly Line[]; ask: (line: Line, asked: Asked) => void }

/** The payments by keys alone. */
export function LineKeys({ lines, ask }: Props) {
  const [helping, setHelping] = useState(false)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const asks = (asked: Asked) => (id: number) => {
    const line = lines.find(one => one.id === id)
    if (line && mayAsk(line, asked)) ask(line, asked)
  }
  useRowKeys(keysOn, {
    withRow: { c: asks('choose'), a: asks('aside'), u: asks('undo') },
    help: () => setHelping(true),
  })
  return (
    <>
      <KeysHint help={() => setHelping(true)}>
        <kbd>J</kbd> <kbd>K</kbd> 上下移动，<kbd>Enter</kbd> 入账并到下一笔，<kbd>C</kbd> 选择款项，<kbd>A</kbd>{' '}
        其他款项，
        <kbd>U</kbd> 撤销
      </KeysHint>
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}
