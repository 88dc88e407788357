import { Button, type ButtonProps } from 'antd'
import { useRef } from 'react'

type Props = Pick<ButtonProps, 'type' | 'loading' | 'disabled' | 'children'> & {
  accept: string
  label?: string
  read: (file: File) => unknown
}

/** Has one file chosen; the same may be chosen again. */
export function FileButton({ accept, label, read, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          if (file) void read(file)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
