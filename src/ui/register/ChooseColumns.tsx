import { Button, Checkbox, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import type { RegisterHead } from '#lib/register/register.ts'
import { Problem } from '../form/Problem.tsx'
import { Movable, useDrag } from '../Movable.tsx'

type Props = {
  register: string
  shown: readonly RegisterHead[]
  others: readonly RegisterHead[]
  changed: () => void
  /** Rows show their full text instead of one line. */
  isWhole: boolean
  showWhole: (isWhole: boolean) => void
}
type Column = { id: number; key: string; name: string; isShown: boolean }

/** Dialog to choose columns and their order, remembered for the user. */
export function ChooseColumns(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>列</Button>
      {open && <ColumnsDialog {...props} close={() => setOpen(false)} />}
    </>
  )
}

function ColumnsDialog({ register, shown, others, changed, isWhole, showWhole, close }: Props & { close: () => void }) {
  const [first, ...rest] = shown
  const [columns, setColumns] = useState<Column[]>(() =>
    [...rest, ...others].map(({ key, heading }, i) => ({ id: i, key, name: heading, isShown: i < rest.length })),
  )
  const [query, setQuery] = useSearchParams()
  const { submit, busy, error } = useSubmit('POST /staff/view/columns')
  const choose = async (keys: string) => {
    if (!(await submit({ register, columns: keys }))) return
    close()
    // The address may say otherwise, of a view that was opened.
    if (!query.has('columns')) return changed()
    const next = new URLSearchParams(query)
    next.delete('columns')
    setQuery(next, { preventScrollReset: true })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const chosen = columns.filter(({ isShown }) => isShown)
    void choose([first!, ...chosen].map(({ key }) => key).join(','))
  }
  const move = (of: Column, position: number) =>
    setColumns(before => before.filter(one => one !== of).toSpliced(position - 1, 0, of))
  const turn = (of: Column, isShown: boolean) =>
    setColumns(before => before.map(one => (one === of ? { ...of, isShown } : one)))
  const drag = useDrag<Column>((dragged, onto) => move(dragged, columns.indexOf(onto) + 1))
  return (
    <Modal title="列" open onCancel={close} footer={null}>
      <form onSubmit={save} noValidate>
        <p className="field-hint">勾选要看到的列，用箭头或拖动排次序。“{first!.heading}”总在最前。</p>
        <div className="movable-dense choose-columns">
          <Movable rows={columns} label="列" move={move} drag={drag}>
            {of => (
              <Checkbox checked={of.isShown} onChange={event => turn(of, event.target.checked)}>
                {of.name}
              </Checkbox>
            )}
          </Movable>
        </div>
        <p className="choose-lines">
          <Checkbox checked={isWhole} onChange={event => showWhole(event.target.checked)}>
            一行放不下的换行显示（在这台电脑上）
          </Checkbox>
        </p>
        <Problem>{error?.message}</Problem>
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            按此显示
          </Button>
          <Button disabled={busy} onClick={() => void choose('')}>
            恢复默认
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
