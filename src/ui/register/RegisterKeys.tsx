import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Said } from '#ui/told/Said.tsx'
import { KeysHelp } from '../keys/KeysHelp.tsx'
import { KeysHint } from '../keys/KeysHint.tsx'
import { goToRow, useRowKeys } from '../keys/useRowKeys.ts'
import type { Selection } from '../table/useSelection.ts'
import { useSwitch } from '../useSwitch.ts'
import { rowOf } from './listLeft.ts'

const KEYS: [string, string][] = [
  ['J', '移到下一行'],
  ['K', '移到上一行'],
  ['Enter 或 O', '打开所在行'],
  ['X', '选择或取消选择所在行'],
  ['/', '到搜索框'],
  ['?', '打开这份说明'],
]

type Props<Row> = { rows: readonly Row[]; selection: Pick<Selection<Row>, 'keys' | 'nameOf' | 'toggle'> }

/** A register by keys alone; what they do stands below it, and is told as they do it. */
export function RegisterKeys<Row extends { id: number }>({ rows, selection }: Props<Row>) {
  const [helping, setHelping] = useState(false)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const [told, tell] = useState('')
  const left = rowOf(useLocation().state)
  useEffect(() => {
    if (left !== undefined) goToRow(left)
  }, [left])
  const choose = (id: number) => {
    const row = rows.find(one => one.id === id)
    if (!row) return
    selection.toggle(id)
    tell(`${selection.keys.includes(id) ? '不再选择' : '选择'} ${selection.nameOf(row)}`)
  }
  useRowKeys(keysOn, { withRow: { x: choose }, search: goToSearch, help: () => setHelping(true) })
  return (
    <>
      <Said>{told}</Said>
      <KeysHint help={() => setHelping(true)}>
        <kbd>J</kbd> <kbd>K</kbd> 上下移动，<kbd>Enter</kbd> 打开，<kbd>X</kbd> 选择，<kbd>/</kbd> 搜索
      </KeysHint>
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}

const goToSearch = () => document.querySelector<HTMLElement>('.list-filters input[type="search"]')?.focus()
