import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Field } from './Field.tsx'

/** May be shown, pasted and filled in by a password manager; says when Caps Lock is on. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'aside'>) {
  const [isShown, show] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Field
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCapsLock(false)}
        aside={
          <button
            type="button"
            className="button"
            aria-label={`${isShown ? '隐藏' : '显示'}${props.label}`}
            aria-controls={props.name}
            onClick={() => show(!isShown)}
          >
            {isShown ? '隐藏' : '显示'}
          </button>
        }
      />
      <p className="entry-caps" role="status">
        {capsLock && '大写锁定已打开'}
      </p>
    </>
  )
}
