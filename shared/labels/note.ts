import * as z from 'zod/mini'
import { cleanText } from '../traces/clean-text.ts'

/** What a person typed about a value, in a form that every database and file holds alike: no NUL, no half characters. */
export const Note = z.string().check(z.overwrite(cleanText), z.maxLength(4_000))
