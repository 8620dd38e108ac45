import * as z from 'zod/mini'
import { Codebook } from './codebook.ts'
import { confusions } from './mast-14/confusions.ts'
import { interAgent } from './mast-14/inter-agent.ts'
import { systemDesign } from './mast-14/system-design.ts'
import { taskVerification } from './mast-14/task-verification.ts'

/**
 * MAST in its version with 14 modes, the codebook a new project starts with. Codes and names are those of the field;
 * the paper's text may not be adapted (CC BY-NC-ND), so every definition, example and near miss is our own.
 */
export const mast14: Codebook = z.parse(Codebook, {
  schema: 'touchstone.codebook/1',
  id: 'mast-14',
  version: '3',
  title: 'MAST, 14 modes',
  source:
    'Codes and names after Cemri et al. (2025), Why Do Multi-Agent LLM Systems Fail?, arXiv:2503.13657; definitions, examples and near misses by Touchstone.',
  categories: [
    {
      id: 'FC1',
      key: '1',
      name: 'System Design Issues',
      description: 'The agent does not keep to what the run was set up with: its task, its part, its memory, its end.',
    },
    {
      id: 'FC2',
      key: '2',
      name: 'Inter-Agent Misalignment',
      description:
        'Agents, or an agent and the person it works for, lose each other: what is said, needed, concluded and done no longer fit.',
    },
    {
      id: 'FC3',
      key: '3',
      name: 'Task Verification',
      description: 'The work is ended too early, or its result is taken for right without a sound check.',
    },
  ],
  modes: [...systemDesign, ...interAgent, ...taskVerification],
  confusions,
})
