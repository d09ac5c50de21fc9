// The pictures that are loaded: those on screen first, then their neighbours.

import { Pictures } from "./pictures.js";

const mostThumbnails = 500;
const mostPreviews = 8;

export class Loading {
  #state;
  #thumbnails;
  #previews;
  #list = null;
  /** True once pictures of the open album were requested. */
  #isAsked = false;
  #waiting = [];

  /** @param onLoad called when a picture was loaded or failed */
  constructor(state, onLoad) {
    const take = () => {
      this.#checkRest();
      onLoad();
    };
    this.#state = state;
    this.#thumbnails = new Pictures(mostThumbnails, take);
    this.#previews = new Pictures(mostPreviews, take);
  }

  /** The assets of the open album. */
  get list() {
    return this.#list;
  }

  set list(list) {
    this.#list = list;
    this.#isAsked = false;
  }

  /** Resolves once the pictures on screen are loaded or have failed, or at {@link endRest}. */
  rest() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#checkRest();
    });
  }

  endRest() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #checkRest() {
    if (this.#isAsked && this.#thumbnails.isAtRest && this.#previews.isAtRest) this.endRest();
  }

  /** Lets pictures that failed be requested again. */
  forgetProblems() {
    this.#thumbnails.forgetProblems();
    this.#previews.forgetProblems();
  }

  /** The local address of the picture of a square. */
  square(place, asset) {
    return this.#thumbnails.at(this.#address(place, asset));
  }

  problem(place, asset) {
    return this.#thumbnails.problem(this.#address(place, asset));
  }

  /** The files of the large picture, and what there is of it by now. */
  large(place, asset, isSharp) {
    if (asset.problem) return { reason: asset.problem };
    const [still, moving, original] = ["preview", "moving", "original"]
      .map((size) => this.list.address(place, asset, size));
    const thumbnail = this.#address(place, asset);
    const large = asset.motion === "animated" ? moving : still;
    const sharp = isSharp && place === this.#state.value.place ? original : undefined;
    return {
      addresses: { preview: still, moving, large, sharp },
      picture: this.#previews.at(sharp) ?? this.#previews.at(large) ?? this.#thumbnails.at(thumbnail),
      reason: this.#previews.problem(large) ?? this.#thumbnails.problem(thumbnail),
    };
  }

  /**
   * Requests what is seen and what is near to it, and cancels all else.
   *
   * @param seen the first and the last square on screen
   * @param row the number of squares in a row
   * @param preview says what the current picture needs
   */
  want({ first, last }, row, preview) {
    const { list } = this;
    const places = [];
    for (let place = first; place <= Math.min(last + row, list.count - 1); place++) places.push(place);
    for (let place = Math.max(0, first - row); place < first; place++) places.push(place);
    const addresses = places.map((place) => [place, list.at(place)])
      .filter(([, asset]) => asset && !asset.problem)
      .map(([place, asset]) => this.#address(place, asset));
    this.#thumbnails.want(last < first ? [] : addresses);
    this.#previews.want(this.#wantedPreviews(preview));
    this.#isAsked = true;
    this.#checkRest();
  }

  /** The addresses of large pictures: that of the current asset, and in the viewer its neighbours'. */
  #wantedPreviews({ isSharp, cannotPlay }) {
    const { place, view } = this.#state.value;
    const places = view === "viewer" ? [place, place + 1, place - 1] : [place];
    return places.flatMap((each) => {
      const asset = this.list.at(each);
      if (!asset || asset.problem) return [];
      if (asset.motion === "video" && (each !== place || !cannotPlay)) return [];
      const { large, sharp } = this.large(each, asset, isSharp).addresses;
      return sharp ? [large, sharp] : [large];
    });
  }

  /** The address of the picture of a square, with enough pixels for the screen. */
  #address(place, asset) {
    return this.list.address(place, asset, devicePixelRatio > 1.25 ? "dense" : "thumbnail");
  }
}
