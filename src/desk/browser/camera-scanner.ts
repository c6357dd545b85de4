/** Pause between two attempts to read a code. */
const LOOK_MS = 250;
/** More pixels take longer to read and show no more of a bar code. */
const MOST_WIDTH = 960;

/**
 * Lets a button read bar codes with the camera. `take` gets each code and returns whether more are expected. The reader
 * is loaded at the tap. `scanner`: a `CameraScanner`.
 */
export function offerCamera(scanner: HTMLElement, take: (code: string) => boolean): void {
  const [button, video, said] = [
    scanner.querySelector('button')!,
    scanner.querySelector('video')!,
    scanner.querySelector<HTMLElement>('[data-scanned]')!,
  ];
  button.hidden = false;
  button.addEventListener('click', () => {
    said.textContent = '';
    // Without a camera, or when the person denied access. Pages without encryption have no `mediaDevices`.
    scan(video, take).catch(() => (said.textContent = said.dataset.unreadable!));
  });
}

async function scan(video: HTMLVideoElement, take: (code: string) => boolean): Promise<void> {
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  video.srcObject = camera;
  video.hidden = false;
  const [{ readBarCode }] = await Promise.all([import('./read-bar-code.ts'), video.play()]);
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d', { willReadFrequently: true })!;
  const look = () => {
    const scale = Math.min(1, MOST_WIDTH / video.videoWidth);
    [canvas.width, canvas.height] = [video.videoWidth * scale, video.videoHeight * scale];
    if (canvas.width > 0 && canvas.height > 0) {
      brush.drawImage(video, 0, 0, canvas.width, canvas.height);
      const code = readBarCode(brush.getImageData(0, 0, canvas.width, canvas.height));
      if (code !== undefined && !take(code)) {
        for (const track of camera.getTracks()) track.stop();
        video.hidden = true;
        return;
      }
    }
    setTimeout(look, LOOK_MS);
  };
  look();
}
