import { Button, Input } from 'antd'
import { useId, useState } from 'react'

type Props = {
  label: string
  hint?: string
  start: string
  /** What is wrong with it, in a sentence. */
  check?: (text: string) => string | undefined
  onDone: (text: string) => void
  onRemove?: () => void
  onCancel: () => void
}

/** One line to fill in below the toolbar: an address, or what a picture shows. */
export function Panel({ label, hint, start, check, onDone, onRemove, onCancel }: Props) {
  const [text, setText] = useState(start)
  const field = useId()
  const [error, setError] = useState<string>()
  const done = () => {
    const wrong = check?.(text.trim())
    if (wrong) setError(wrong)
    else onDone(text.trim())
  }
  return (
    <div className="rich-panel">
      <label htmlFor={field}>
        <span>{label}</span>
        <Input
          id={field}
          autoFocus
          value={text}
          placeholder={hint}
          status={error && 'error'}
          aria-invalid={error ? true : undefined}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') onCancel()
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // The editor stands in a form, which this must not hand in.
            event.preventDefault()
            done()
          }}
        />
      </label>
      <Button type="primary" onClick={done}>
        确定
      </Button>
      {onRemove && <Button onClick={onRemove}>去掉链接</Button>}
      <Button onClick={onCancel}>取消</Button>
      {error && (
        <p role="alert" className="rich-error">
          {error}
        </p>
      )}
    </div>
  )
}
