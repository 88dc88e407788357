import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import './importParts.css'

type Props<Obstacle> = {
  /** Label of the button. */
  name: string
  consequence: ReactNode
  /** Answers what stands in the way: nothing is undone then. */
  undo: () => Promise<{ obstacles: Obstacle[] }>
  changed: () => void
  /** Plural name of the changed records. */
  unit: string
  /** The table of what stands in the way. */
  children: (obstacles: Obstacle[]) => ReactNode
}

/** Takes an import back as a whole, or says what stands in the way. */
export function UndoImport<Obstacle>({ name, consequence, undo, changed, unit, children }: Props<Obstacle>) {
  const [asking, ask] = useState(false)
  const [obstacles, setObstacles] = useState<Obstacle[]>([])
  const send = async () => {
    const answer = await undo()
    setObstacles(answer.obstacles)
    changed()
  }
  return (
    <>
      <Button onClick={() => ask(true)}>{name}</Button>
      {obstacles.length > 0 && (
        <div role="alert" className="import-obstacles">
          <p>没有撤销：以下{unit}在导入之后有了变化，请先处理。</p>
          {children(obstacles)}
        </div>
      )}
      {asking && (
        <FormDialog
          title={`${name}？`}
          intro={<p>{consequence}</p>}
          action="撤销"
          danger
          send={send}
          close={() => ask(false)}
        />
      )}
    </>
  )
}
