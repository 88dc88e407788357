import { Button } from 'antd'

type Props<R> = {
  row: R
  desk: {
    /** Absent where a row has a screen of its own. */
    edit?: (row: R) => void
    /** Absent where no row is deleted. */
    askRemoval?: (row: R) => void
  }
  /** What is edited of the row, after its name, for screen readers. */
  of?: string
}

export const RowActs = <R extends { name: string }>({ row, desk, of = '' }: Props<R>) => (
  <span className="movable-acts">
    {desk.edit && (
      <Button onClick={() => desk.edit?.(row)}>
        修改<span className="hidden-text">{`${row.name}${of}`}</span>
      </Button>
    )}
    {desk.askRemoval && (
      <Button type="text" danger onClick={() => desk.askRemoval?.(row)}>
        删除<span className="hidden-text">{row.name}</span>
      </Button>
    )}
  </span>
)
