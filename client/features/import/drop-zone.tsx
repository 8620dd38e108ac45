import { createSignal, onMount } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fromDrop, fromInput, type PickedFile } from './picked.ts'

/** Drop files or folders, or choose them. */
export function DropZone(props: {
  hasFiles: boolean
  off: string | undefined
  onFiles: (files: PickedFile[]) => void
  chooseRef: (choose: () => void) => void
}) {
  const [isOver, setOver] = createSignal(false)
  let files: HTMLInputElement | undefined
  let folder: HTMLInputElement | undefined
  onMount(() => props.chooseRef(() => files?.click()))
  const take = (input: HTMLInputElement) => {
    props.onFiles(fromInput(input.files))
    // The same file chosen again, after it was mended, must be noticed.
    input.value = ''
  }
  return (
    <section
      class="drop"
      classList={{ over: isOver() }}
      aria-label="Drop files here"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!props.off) void fromDrop(event.dataTransfer).then(props.onFiles)
      }}
    >
      <Icon name="upload" />
      <div class="grow">
        <b>Drop {props.hasFiles ? 'more ' : ''}files or folders here</b>
        <span class="s">JSON and JSONL of agent sessions; what is no trace is refused with a reason. The raw bytes are kept.</span>
      </div>
      <input ref={files} type="file" multiple hidden onChange={(event) => take(event.currentTarget)} />
      {/* @ts-expect-error webkitdirectory is in every browser and in no type */}
      <input ref={folder} type="file" webkitdirectory="" hidden onChange={(event) => take(event.currentTarget)} />
      <Button keys="o" off={props.off} onPress={() => files?.click()}>
        Choose files
      </Button>
      <Button off={props.off} onPress={() => folder?.click()}>
        Choose a folder
      </Button>
    </section>
  )
}
