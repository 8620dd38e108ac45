import { describe } from 'vitest'
import { playShare } from './histories.ts'

describe('histories of crashes, cuts, full disks and people (even seeds)', () => playShare(0, 2))
