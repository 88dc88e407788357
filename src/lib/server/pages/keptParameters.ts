import { z } from 'zod'
import type { Contract } from '../../contract.ts'

/**
 * The parameters of addresses whose answers are kept: the inputs of all `cached` calls that have a limited set of
 * values. Free text is not among them, so that nobody fills the memory with searches.
 */
export function keptParameters(contract: Contract): Set<string> {
  const inputs = Object.values(contract)
    .filter(({ cached }) => cached === true)
    .flatMap(({ input }) => (input instanceof z.ZodObject ? Object.entries(input.shape) : []))
  return new Set(inputs.filter(([, field]) => !isFreeText(field)).map(([name]) => name))
}

/** A text that must have no certain form: neither a code, nor a date, nor one of a list. */
function isFreeText(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isFreeText(field.unwrap())
  if (!(field instanceof z.ZodString)) return false
  const checks = (field.def.checks ?? []).map(check => check._zod.def.check)
  return !checks.includes('string_format') && !checks.includes('custom')
}
