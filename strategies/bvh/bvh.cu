/*
 * No list, but a bounding volume hierarchy: boxes around each eight particles that follow one
 * another in memory, leaves, around each eight leaves, and so on. The kernel `bound` makes them
 * anew for every force call, a thread per leaf. Then in `force`, for each warp, which has OWN
 * particles that follow one another, 32 / OWN lanes each,
 *
 *     for each leaf near the box around these, found down the tree
 *         for each of its eight particles in reach of the box
 *             near[place] = its position, in the image that is nearest to the box
 *     in_reach[particle] = a bit for each place: whether it is in reach of that particle, 16
 *         particles and eight places at a time, by tensor cores
 *     for each bit that is set of the words that a lane has of its particle's
 *         sum += force on particle of the pair (particle, near[place])
 *     force[particle] = sum over its lanes, by shuffles
 *
 * Hardly any pair beyond the cut-off is evaluated, and a test costs a warp a fraction of an
 * instruction. As images are taken when partners are staged, pairs need none; only a warp whose
 * reach surrounds the box takes nearest images pair by pair, of all places. What does not fit in
 * shared memory is staged, tested and evaluated in turns. It pays where particles that are near in
 * memory are near in space, too.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016); boxes around particles
 * that follow one another: P. Eastman, V. S. Pande, J. Comput. Chem. 31, 1268 (2010).
 */
#include "strategies/bvh/gpu_bound.cuh"
#include "strategies/bvh/gpu_distances.cuh"

/* All registers: shared memory has room for few warps beside one another. */
#define LEAST_BLOCKS 1

enum {
    WARPS = BLOCK / WARP,
    OWN = WARP / LANES, /* particles of a warp */
    OWN_LEAVES = OWN / BVH_LEAF,
    FOUR = WARP / BVH_LEAF, /* leaves that are staged at a time */
};
static_assert(OWN_LEAVES >= 1 && OWN_LEAVES <= FOUR, "a warp has whole leaves, and a lane each");
static_assert(OWN * WARPS == PARTICLES, "a block has a warp for each group of particles");

#define OWN_PARTICLE (LANE % OWN) /* which of the warp's particles a lane has … */
#define SHARE        (LANE / OWN) /* … and which of its lanes this is */

/* Exclusions and orientations are found by a partner's index. */
#ifdef MODEL_ORIENTED
enum { NEEDS_INDEX = true };
#else
enum { NEEDS_INDEX = HAS_BONDED };
#endif

GPU_KERNEL(bound, bound)

/* --- shared memory --- */

enum {
    NEAR = BVH_NEAR(LANES, sizeof(REAL)),
    ROOM = BVH_ROOM(LANES, sizeof(REAL)),
    WORDS = BVH_WORDS(LANES, sizeof(REAL)),
    GROUP = BVH_GROUP, /* places whose bits a lane of a product has: a word for each particle */
    APART = WARP + 1,  /* vectors from one that is far from all to the next one */
};
static_assert(NEAR % WARP == 0 && NEAR > WARP, "a warp stages a particle per lane at a time");

/** A warp's. In front of the places of each word of bits, and behind the last ones of all lanes,
 * lies one that is far from all. */
struct warp_memory {
    vector4 at[ROOM];
    uint2 seen[GROUP / WARP][WARP + 2];   /* of a group of places: four banks apart, for each 32 */
    unsigned in_reach[OWN][WORDS];        /* of each particle, a bit for each place */
    unsigned leaf[BVH_LEAVES + 3 * FOUR]; /* near leaves, and … */
    unsigned open[BVH_OPEN];              /* … boxes: a level and an index */
    int index[NEEDS_INDEX ? ROOM : 1];

    /** What lies so many vectors from the begin. */
    __device__ __forceinline__ partner get(unsigned vectors) const
    {
        return {NEEDS_INDEX ? index[vectors] : 0, at[vectors], LOOK_UP};
    }

    __device__ __forceinline__ void put(unsigned vectors, const vector4 &position, int i)
    {
        at[vectors] = position;
        if (NEEDS_INDEX)
            index[vectors] = i;
    }

    __device__ __forceinline__ const vector4 &operator[](unsigned place) const
    {
        return at[vectors_to(place)];
    }

    static __device__ __forceinline__ unsigned vectors_to(unsigned place)
    {
        return place + place / WARP + 1;
    }
};
static_assert(NEAR / WARP + LANES <= WORDS, "each lane finds an end");
static_assert(sizeof(warp_memory) * WARPS <= BVH_SHARED(WARPS, LANES, sizeof(REAL), NEEDS_INDEX),
              "the launch gives as much");

extern __shared__ int4 shared_memory[];

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << LANE) - 1;
}

/** Appends the lanes' entries that are wanted to a list; returns how many it then has. */
__device__ __forceinline__ int append(unsigned *list, int count, bool wanted, unsigned entry)
{
    const unsigned votes = __ballot_sync(ALL_LANES, wanted);
    if (wanted)
        list[count + __popc(votes & lanes_below())] = entry;
    return count + __popc(votes);
}

/** What all that a warp does with what is near it needs to know. */
struct warp_view {
    const gpu_arguments &a;
    warp_memory &memory;
    REAL per_reach;
    period edge;
    int group; /* the number of the warp's particles among those of all warps */
    bounds own;
    frame image;

    __device__ __forceinline__ warp_view(const gpu_arguments &a, warp_memory &memory,
                                         REAL per_reach, int group, const bounds &own)
        : a(a), memory(memory), per_reach(per_reach), edge(a, per_reach), group(group), own(own),
          image(a, own)
    {
    }

    __device__ __forceinline__ vector4 seen(int i) const
    {
        return image.seen(a, load(a.position + i));
    }
};

/* --- the walk down the tree --- */

/** How far a warp has got. It looks at 32 boxes of a level at a time, those in the last four boxes
 * that were found near. */
struct walk {
    enum { INDEX_BITS = 28 };

    int open; /* boxes near the warp whose own boxes have not been looked at yet */

    /** Opens all of the tree, as if the boxes of its last level were in some of a next one. */
    __device__ __forceinline__ explicit walk(const warp_view &view)
    {
        const gpu_bvh &tree = tree_of(view.a);
        open = (tree.level[tree.top].boxes + BVH_ARITY - 1) / BVH_ARITY;
        if ((int)LANE < open)
            view.memory.open[LANE] = (unsigned)(tree.top + 1) << INDEX_BITS | LANE;
        __syncwarp();
    }

    /** A box that a lane looks at, one of those in a box on top of the open ones. */
    struct candidate {
        unsigned level, index;
        bool is_there;
        bounds box;

        __device__ __forceinline__ candidate(const warp_view &view, int open, unsigned level)
            : level(level)
        {
            const unsigned which = LANE / BVH_ARITY;
            const unsigned parent = view.memory.open[max(open - 1 - (int)which, 0)];
            const bvh_level at = tree_of(view.a).level[level];
            index = (parent * BVH_ARITY & ((1u << INDEX_BITS) - 1)) + LANE % BVH_ARITY;
            is_there = (int)which < open && parent >> INDEX_BITS == level + 1;
            const vector4 *from =
                tree_of(view.a).box + 2 * (at.first + min(index, (unsigned)(at.boxes - 1)));
            box = {load(from), load(from + 1)};
        }

        /** How many boxes these are in. */
        __device__ __forceinline__ int parents() const
        {
            return __popc(__ballot_sync(ALL_LANES, is_there)) / BVH_ARITY;
        }

        __device__ __forceinline__ bool is_near(const warp_view &view) const
        {
            return are_near(view.edge, view.own, box) && is_there &&
                   index < (unsigned)tree_of(view.a).level[level].boxes;
        }
    };

    /** Opens boxes down to those of leaves. */
    __device__ __forceinline__ void open_boxes(const warp_view &view)
    {
        unsigned *list = view.memory.open;
        unsigned level;
        while (open > 0 && (level = (list[open - 1] >> INDEX_BITS) - 1) > 0) {
            const candidate one(view, open, level);
            __syncwarp(); /* what is found is written over what has been read */
            open -= one.parents();
            open += append(list + open, 0, one.is_near(view), level << INDEX_BITS | one.index);
            __syncwarp();
        }
    }

    /** Lists near leaves that are not the warp's own, while there is room for more; returns how
     * many. */
    __device__ __forceinline__ int find(const warp_view &view)
    {
        const unsigned own = view.group * OWN_LEAVES;
        int count = 0;
        while (open > 0 && count + WARP <= BVH_LEAVES) {
            open_boxes(view);
            candidate one(view, open, 0);
            int parents = one.parents();
            while (parents > 0 && count + WARP <= BVH_LEAVES) {
                open -= parents;
                const candidate ahead(view, open, 0);
                parents = ahead.parents();
                count = append(view.memory.leaf, count,
                               one.is_near(view) && one.index - own >= OWN_LEAVES, one.index);
                one = ahead;
            }
        }
        /* four are read at a time, two times ahead; nothing lies in leaves behind the last one */
        if (LANE < 3 * FOUR)
            view.memory.leaf[count + LANE] = tree_of(view.a).level[0].boxes;
        __syncwarp();
        return count;
    }
};

/* --- staging --- */

/** Stages what is in reach of the box around the warp's own particles, which lie as the image has
 * them, of the leaves from `next` on, from the place `count` on, while there is room for more;
 * returns how many there are then. */
template <bool IMAGE>
__device__ __forceinline__ int stage(const warp_view &view, const bounds &own, int leaves,
                                     int &next, int count)
{
    const unsigned *leaf = view.memory.leaf + LANE / BVH_LEAF;
    const auto place_of = [&](int number) {
        return min((int)(leaf[number] * BVH_LEAF + LANE % BVH_LEAF), view.a.n);
    };
    int ahead[2] = {place_of(next), place_of(next + FOUR)};
    vector4 at_ahead[2] = {load(view.a.position + ahead[0]), load(view.a.position + ahead[1])};
#pragma unroll 2
    for (; next < leaves && count + WARP <= NEAR; next += FOUR) {
        const int j = ahead[0];
        const vector4 at = view.image.seen(view.a, at_ahead[0]);
        ahead[0] = ahead[1];
        at_ahead[0] = at_ahead[1];
        ahead[1] = place_of(next + 2 * FOUR);
        at_ahead[1] = load(view.a.position + ahead[1]);
        const bool keeps = reaches<IMAGE>(view.edge, own, view.per_reach, at);
        const unsigned kept = __ballot_sync(ALL_LANES, keeps);
        if (keeps)
            view.memory.put(warp_memory::vectors_to(count + __popc(kept & lanes_below())), at, j);
        count += __popc(kept);
    }
    __syncwarp();
    return count;
}

/* --- which places are in reach of which particle --- */

/** The warp's own particles, as tensor cores take them. */
struct tested_rows {
    enum {
        PRODUCTS = (OWN + 15) / 16, /* of sixteen particles each */
        ROWS = OWN < 16 ? 1 : 2,    /* particles of a product that a lane has numbers of */
    };

    seen_rows of[PRODUCTS];

    __device__ __forceinline__ tested_rows(const warp_view &view, const middle &from, float square)
    {
        const int most = view.a.n - view.group * OWN; /* particles that there are */
#pragma unroll
        for (int product = 0; product < PRODUCTS; product++) {
            for (int row = 0; row < 2; row++) {
                const int particle = 16 * product + 8 * row + (int)(LANE / 4);
                if (row < ROWS && particle < most)
                    of[product].set(row, LANE % 4, from(view.memory[particle]), square);
                else
                    of[product].set_none(row);
            }
        }
    }

    /** Sets the bits of the places of a group, whose numbers are in `seen`. */
    __device__ __forceinline__ void test(warp_memory &memory, int group) const
    {
        enum { PAIRS = GROUP / 16 }; /* of tiles, of eight places each */
        const unsigned g = LANE / 4, q = LANE % 4;
        /* of tile t, lane 4 g + q takes the place that is 16 (t % 2) + 8 (g % 2) + t / 2 of the
           32 of word g / 2, as bits of signs are put together below */
        const unsigned *others =
            reinterpret_cast<const unsigned *>(&memory.seen[g / 2][8 * (g % 2)]) + q % 2;
        unsigned far[PRODUCTS][ROWS] = {};
#pragma unroll
        for (int pair = 0; pair < PAIRS; pair++) {
            const unsigned even = others[2 * pair], odd = others[2 * (16 + pair)];
#pragma unroll
            for (int product = 0; product < PRODUCTS; product++) {
                unsigned first[2], second[2];
                multiply(of[product], even, first);
                multiply(of[product], odd, second);
#pragma unroll
                for (int row = 0; row < ROWS; row++)
                    far[product][row] |= signs(first[row], second[row]) & 0x01010101u << pair;
            }
        }
#pragma unroll
        for (int product = 0; product < PRODUCTS; product++)
#pragma unroll
            for (int row = 0; row < ROWS; row++)
                memory.in_reach[16 * product + 8 * row + g][GROUP / WARP * group + q] =
                    ~far[product][row];
    }
};

/** Numbers of a group of places, of `count` that there are; WHOLE: all of these are there. */
template <bool WHOLE>
__device__ __forceinline__ void see(warp_memory &memory, const middle &from, int group, int count)
{
    enum { FAR = -60000 }; /* -|b|² / 2 of what is far from all */
#pragma unroll
    for (int k = 0; k < GROUP / WARP; k++) {
        const int place = group * GROUP + k * WARP + (int)LANE;
        uint2 numbers = {0, halves(0, FAR)};
        if (WHOLE || place < count) {
            const seen_place seen = from(memory[place]);
            numbers = {halves(seen.x, seen.y), halves(seen.z, seen.square())};
        }
        memory.seen[k][LANE] = numbers;
    }
}

/** Sets the bits of all of `count` places, those behind them to 0. */
__device__ __forceinline__ void test(warp_memory &memory, const tested_rows &own,
                                     const middle &from, int count)
{
    for (int group = 0; group * GROUP < count; group++) {
        __syncwarp();
        if (group * GROUP + GROUP <= count)
            see<true>(memory, from, group, count);
        else
            see<false>(memory, from, group, count);
        __syncwarp();
        own.test(memory, group);
    }
    __syncwarp();
}

/** Sets the bits of all of `count` places, as if they were in reach of all particles. */
__device__ __forceinline__ void take_all(warp_memory &memory, int count)
{
    for (int word = (int)SHARE; word * WARP < count; word += LANES) {
        const int left = count - word * WARP;
        memory.in_reach[OWN_PARTICLE][word] = left < WARP ? (1u << left) - 1 : ~0u;
    }
    __syncwarp();
}

/* --- pairs --- */

/** The particle of a lane. */
struct bvh_particle {
    int i; /* a.n, which is far from all, if there is none */
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    total sum;

    /** All 32 lanes of a warp have to make theirs together. */
    __device__ __forceinline__ explicit bvh_particle(const warp_view &view)
        : i(min(view.group * OWN + (int)OWN_PARTICLE, view.a.n)), at(view.seen(i)),
          self(view.a, i, at), excluded(view.a, i)
    {
    }

    /** Adds the pair with a partner. */
    template <bool ENERGY, bool IMAGE>
    __device__ __forceinline__ void meet(const gpu_arguments &a, const partner &other)
    {
        const displacement d(box_of(a), at, other.at, IMAGE);
        if (HAS_BONDED && in_range(d) && excluded.hold(exclusion_index<HAS_BONDED>(a, other.i)))
            return;
        pair_force f;
        evaluate_pair(a, self, other, d, f);
        sum.add<ENERGY>(f);
    }

    /** Adds up what its lanes have, and stores it. */
    template <bool ENERGY> __device__ __forceinline__ void store(const gpu_arguments &a)
    {
#pragma unroll
        for (int distance = OWN; distance < WARP; distance *= 2) {
            sum.components<ENERGY>([&](SUM &component) {
                component += __shfl_xor_sync(ALL_LANES, component, distance);
            });
        }
        if (SHARE == 0 && i < a.n)
            sum.store(a.force + i, a.torque + i, true);
    }
};

/** The places of the bits that a lane takes: it has every LANES-th word of its particle's. */
struct found_places {
    warp_memory &memory;
    int word, end;       /* which word, and of how many */
    unsigned first;      /* vectors to the place of its first bit */
    unsigned bits, next; /* of its bits, those that have not been taken; those of the next word */

    /** Of so many words; `own`: place number OWN_PARTICLE is the particle's own. */
    __device__ __forceinline__ found_places(warp_memory &memory, int words, bool own)
        : memory(memory), word((int)SHARE), end(words), first(memory.vectors_to(WARP * SHARE))
    {
        memory.in_reach[OWN_PARTICLE][words + SHARE] = 0; /* behind the last words of the lanes */
        __syncwarp();
        bits = words_of_own()[word] & ~(own && SHARE == 0 ? 1u << OWN_PARTICLE : 0);
        next = words_of_own()[word + LANES];
    }

    __device__ __forceinline__ const unsigned *words_of_own() const
    {
        return memory.in_reach[OWN_PARTICLE];
    }

    __device__ __forceinline__ bool is_done() const
    {
        return word >= end;
    }

    /** Takes a place, or that which is far from all. */
    __device__ __forceinline__ partner take()
    {
        const unsigned bit = 31 - __clz((int)bits); /* -1: what lies in front of the places */
        unsigned taken;
        asm volatile("shl.b32 %0, %1, %2;" : "=r"(taken) : "r"(1), "r"(bit));
        bits -= taken;
        return memory.get(first + bit);
    }

    /** Goes on to the next word where this one has no more. */
    __device__ __forceinline__ void go_on()
    {
        const bool over = bits == 0 && !is_done();
        bits = over ? next : bits;
        first += over ? APART * LANES : 0;
        word += over ? LANES : 0;
        next = words_of_own()[word + LANES];
    }
};

/** Evaluates the pairs of the lanes' particles with the places in their reach. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_found(const warp_view &view, found_places found,
                                           bvh_particle &own)
{
    enum { AT_A_TIME = 2 }; /* of a word */
    while (__any_sync(ALL_LANES, !found.is_done()) != 0) {
        if constexpr (COPIES < AT_A_TIME) {
#pragma unroll 1
            for (int k = 0; k < AT_A_TIME; k++)
                own.meet<ENERGY, IMAGE>(view.a, found.take());
            found.go_on();
        } else {
            const partner one = found.take();
            const partner two = found.take();
            found.go_on();
            own.meet<ENERGY, IMAGE>(view.a, one);
            own.meet<ENERGY, IMAGE>(view.a, two);
        }
    }
}

/** All pairs of the warp's particles, in turns where they are too many for one. */
template <bool ENERGY, bool IMAGE> __device__ __forceinline__ void meet_near(const warp_view &view)
{
    warp_memory &memory = view.memory;
    const bounds own = view.image.seen(view.edge, view.per_reach, view.own);
    bvh_particle particle(view);
    if (SHARE == 0)
        memory.put(warp_memory::vectors_to(OWN_PARTICLE), particle.at, particle.i);
    if (LANE * APART < ROOM)
        memory.put(LANE * APART, load(view.a.position + view.a.n), view.a.n);
    walk walking(view);
    const middle from = {view.per_reach, own.centre};
    const float farthest = 1 + (float)max(own.half.x, max(own.half.y, own.half.z));
    const bool tests = HAS_PRODUCTS && !IMAGE && farthest < SEEN_FARTHEST;
    const tested_rows rows(view, from, near_square(farthest));
    int near = OWN, leaves = 0, next = 0;
    bool first = true, more;
    do {
        if (next >= leaves) {
            leaves = walking.find(view);
            next = 0;
        }
        near = stage<IMAGE>(view, own, leaves, next, near);
        more = next < leaves || walking.open > 0;
        if (more && near + WARP <= NEAR)
            continue;
        if (tests)
            test(memory, rows, from, near);
        else
            take_all(memory, near);
        meet_found<ENERGY, IMAGE>(view, {memory, (near + WARP - 1) / WARP, first}, particle);
        first = false;
        near = 0;
        __syncwarp();
    } while (more);
    particle.store<ENERGY>(view.a);
}

template <bool ENERGY> __device__ __forceinline__ void meet_group(const gpu_arguments &a)
{
    const gpu_bvh &tree = tree_of(a);
    const int warp = (int)(threadIdx.x / WARP), group = (int)blockIdx.x * WARPS + warp;
    if (group * OWN >= a.n)
        return;
    const REAL per_reach = 1 / reach_of(a);
    const int leaf = group * OWN_LEAVES + (int)(LANE % OWN_LEAVES);
    const vector4 *box = tree.box + 2 * min(leaf, tree.level[0].boxes - 1);
    const bounds own = join<OWN_LEAVES>(period(a, per_reach), {load(box), load(box + 1)},
                                        leaf < tree.level[0].boxes);
    const warp_view view(a, reinterpret_cast<warp_memory *>(shared_memory)[warp], per_reach, group,
                         own);
    if (view.image.nearest)
        meet_near<ENERGY, true>(view);
    else
        meet_near<ENERGY, false>(view);
}

GPU_KERNEL(force, meet_group)
